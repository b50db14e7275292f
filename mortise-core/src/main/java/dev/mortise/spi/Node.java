package dev.mortise.spi;

/**
 * One Mortise instance.
 *
 * @param id wide and random, made at connect; letters, digits and dashes only
 * @param label readable: application, host, process
 */
public record Node(String id, String label) {}
