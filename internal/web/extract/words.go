package extract

import "github.com/farebox/farebox/internal/web/extract/blocks"

// CountWords is the number of words in s; each character of a script without spaces counts as one.
func CountWords(s string) int { return blocks.CountWords(s) }
