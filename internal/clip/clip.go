// Package clip shortens untrusted text without splitting a character.
package clip

import "unicode/utf8"

// Cut is s in at most the given bytes, for storing or comparing.
func Cut(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && !utf8.RuneStart(s[bytes]) {
		bytes--
	}
	return s[:bytes]
}

// Shown is s in at most the given characters, followed by three dots if it was longer, for quoting in a message.
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

// Ends is 0x1234...abcd of an address: enough for its owner to know it and to tell it from others, too little to look
// it up.
func Ends(address string) string {
	if len(address) <= 10 {
		return address
	}
	return address[:6] + "..." + address[len(address)-4:]
}
