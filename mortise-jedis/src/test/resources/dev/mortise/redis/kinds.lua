return {KEYS[1], ARGV[1], 7, false}
