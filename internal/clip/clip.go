// Package clip shortens what strangers wrote, between characters and never inside one.
package clip

import "unicode/utf8"

// Cut is s in at most so many bytes, for what is stored or compared.
func Cut(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && !utf8.RuneStart(s[bytes]) {
		bytes--
	}
	return s[:bytes]
}

// Shown is s in at most so many characters, with three dots after them where it was longer, for what a message quotes.
func Shown(s string, characters int) string {
	if len(s) <= characters {
		return s
	}
	for at := range s {
		if characters == 0 {
			return s[:at] + "..."
		}
		characters--
	}
	return s
}
