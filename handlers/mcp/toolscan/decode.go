package toolscan

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// Minimum lengths of encoded text to examine.
const (
	minPattern  = 15 // shorter texts contain none of the following
	minBase64   = 24
	minHex      = 32
	minCodes    = 10
	minBlob     = 60 // decoded bytes from which even a harmless text is worth a note
	minStretch  = 6  // consecutive words without a function word before trying ROT13 and reversal
	minBlanks   = 200
	minNewlines = 20
)

// decodedHidden reads what invisible characters spell.
func (t *toolScan) decodedHidden(seg *segment, h *hiddenScan) {
	if h.tags.Len() > 0 {
		t.decoded(seg, h.tags.String(), "tag characters", h.first[tagCharacter], h.last[tagCharacter])
	}
	if h.selectorRun >= minSelectorRun {
		if text := printable(h.selectors); text != "" {
			k := variationSupplement
			if h.count[k] == 0 {
				k = variationSelector
			}
			t.decoded(seg, text, "variation selectors", h.first[k], h.last[k])
		}
	}
}

// patterns looks for non-verbal signs: encoded runs, blanks, image addresses.
func (t *toolScan) patterns(seg *segment, v *view) {
	text := v.text
	t.blanks(seg, v)
	t.images(seg, v)

	for i := 0; i < len(text); {
		c := text[i]
		if !base64Byte(c) {
			i++
			continue
		}
		end := i
		digits := 0
		hexOnly := true
		for end < len(text) && base64Byte(text[end]) {
			if c := text[end]; c <= '9' && c >= '0' {
				digits++
			}
			hexOnly = hexOnly && unhex(text[end]) >= 0
			end++
		}
		switch {
		case digits == end-i && end-i <= 3:
			if last, decoded := charCodes(text, i); decoded != "" {
				start, stop := v.raw(i, last)
				t.add(seg, finding{
					check:   "character_codes",
					start:   start,
					end:     stop,
					decoded: shown(decoded),
				})
				t.decoded(seg, decoded, "character codes", start, stop)
				end = last
			}
		case hexOnly && end-i >= minHex && (end-i)%2 == 0:
			if b, err := hex.DecodeString(text[i:end]); err == nil {
				t.blob(seg, v, b, "hex", i, end)
			}
		case end-i >= minBase64:
			if b := fromBase64(text[i:end]); b != nil {
				t.blob(seg, v, b, "base64", i, end)
			}
		}
		i = end
	}
}

func base64Byte(c byte) bool { return alnum(c) || c == '+' || c == '/' || c == '-' || c == '_' }

// fromBase64 decodes either alphabet, without padding.
func fromBase64(text string) []byte {
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(text, "-_") {
		encoding = base64.RawURLEncoding
	}
	b, err := encoding.DecodeString(text[:len(text)-boolInt(len(text)%4 == 1)])
	if err != nil {
		return nil
	}
	return b
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// blob queues decoded data for scanning if it is text.
func (t *toolScan) blob(seg *segment, v *view, b []byte, how string, start, end int) {
	if !utf8.Valid(b) || printable(b) == "" && !mostlyLetters(string(b)) {
		return
	}
	start, end = v.raw(start, end)
	text := string(b)
	t.decoded(seg, text, how, start, end)
	if len(b) >= minBlob && text[0] != '{' && text[0] != '<' {
		t.add(seg, finding{
			check:   "encoded_blob",
			start:   start,
			end:     end,
			decoded: how + ": " + shown(text),
		})
	}
}

// charCodes reads a list of at least ten decimal codes of printable ASCII at i that spells mostly letters.
func charCodes(text string, i int) (end int, decoded string) {
	var b []byte
	for i < len(text) {
		n := 0
		at := i
		for at < len(text) && at-i < 3 && text[at] >= '0' && text[at] <= '9' {
			n = n*10 + int(text[at]-'0')
			at++
		}
		if at == i || n < 0x20 || n > 0x7e {
			break
		}
		b, end = append(b, byte(n)), at
		i = at
		for i < len(text) && i-at < 3 && (text[i] == ' ' || text[i] == ',' || text[i] == '\n' || text[i] == ';') {
			i++
		}
		if i == at {
			break
		}
	}

	if len(b) < minCodes || !mostlyLetters(string(b)) {
		return 0, ""
	}
	return end, string(b)
}

// mostlyLetters reports whether four of five characters are letters or blanks.
func mostlyLetters(text string) bool {
	good := 0
	n := 0
	for _, r := range text {
		n++
		if r == ' ' || r < utf8.RuneSelf && letter(byte(r)) || r >= utf8.RuneSelf && r != utf8.RuneError {
			good++
		}
	}
	return n > 0 && good*5 >= n*4
}

// blanks looks for text pushed out of sight by blanks or empty lines.
func (t *toolScan) blanks(seg *segment, v *view) {
	text := v.text
	for i := 0; i < len(text); {
		if text[i] > ' ' {
			i++
			continue
		}

		end := i
		lines := 0
		for end < len(text) && text[end] <= ' ' {
			lines += boolInt(text[end] == '\n')
			end++
		}

		if (end-i >= minBlanks || lines >= minNewlines) && end < len(text) && i > 0 {
			start, stop := v.raw(i, end)
			t.add(seg, finding{
				check:   "text_pushed_away",
				start:   start,
				end:     stop,
				decoded: shown(text[end:min(len(text), end+excerptBytes)]),
			})
		}

		i = end
	}
}

// images looks for image URLs with a place for data.
func (t *toolScan) images(seg *segment, v *view) {
	for i := 0; ; {
		at := strings.Index(v.text[i:], "![")
		if at < 0 {
			return
		}

		at += i
		i = at + 2
		rest := v.text[i:min(len(v.text), i+600)]
		open := strings.Index(rest, "](")
		if open < 0 {
			continue
		}

		address, _, closed := strings.Cut(rest[open+2:], ")")
		if !closed || !strings.Contains(address, "://") || !strings.ContainsAny(address, "?/") {
			continue
		}

		_, query, _ := strings.Cut(address, "?")
		if strings.ContainsAny(query, "{<[$") || strings.Contains(address, "{") && strings.ContainsAny(address, "?=") {
			start, end := v.raw(at, i+open+2+len(address))
			t.add(seg, finding{
				check: "image_beacon",
				start: start,
				end:   end,
			})
		}
	}
}

// stretch tries words without English function words as ROT13 and reversed text.
func (t *toolScan) stretch(seg *segment, v *view, start, end int) {
	if seg.depth > 0 || seg.kind.identifier() {
		return
	}
	text := v.text[start:end]
	if !plainText(text) {
		return
	}

	start, end = v.raw(start, end)
	rotated := []byte(text)
	for i, c := range rotated {
		if letter(c) {
			base := c & 0x20
			rotated[i] = (c|0x20-'a'+13)%26 + 'a' - 0x20 + base
		}
	}

	t.decoded(seg, string(rotated), "rot13", start, end)
	back := make([]byte, len(text))
	for i := range len(text) {
		back[len(text)-1-i] = text[i]
	}

	t.decoded(seg, string(back), "reversed", start, end)
}
