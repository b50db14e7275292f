package dev.mortise.jedis;

/** Lets the module compile until the package has its first class. */
final class Placeholder {}
