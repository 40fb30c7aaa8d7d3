package extract

import "github.com/farebox/farebox/internal/web/extract/blocks"

// CountWords is the number of words in s; in scripts without spaces each character counts as one.
func CountWords(s string) int { return blocks.CountWords(s) }
