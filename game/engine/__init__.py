"""The rules: pure, without screen, clock, threads or words (docs/decisions, rules.md)."""
