package toolscan

import "unicode"

// lookalikes lists, per Latin letter, the lower-case letters of other scripts (and odd Latin ones) that resemble
// it: the single-letter mappings to a-z of Unicode's confusables.txt, version 17 (UTS 39), for Latin, Greek,
// Cyrillic, Armenian, Cherokee, Lisu and Coptic, and the lower-case forms of the capitals that it maps. Letters
// that NFKC already turns into a-z are omitted.
func lookalikes() map[rune]string {
	return map[rune]string{
		'a': "ɑαаꓮꭺ",
		'b': "ƅβвьᏼⲃꓐꞵꮟ",
		'c': "ϲсᴄⲥꓚꮯ",
		'd': "ԁꓒꓓꭰꮷ",
		'e': "εеҽꓰꬲꭼ",
		'f': "ƒϝքẝꓝꞙꬵ",
		'g': "ƍɡԍցᏻᶃꓖꮐ",
		'h': "ηнһհⲏꓧꮋꮒ",
		'i': "ıɩɪιіւιⲓꙇꭵ",
		'j': "ʝϳјꓙꭻ",
		'k': "κкⲕꓗꮶ",
		'l': "ǀӏⳑꓡꓲꮮ",
		'm': "μϻмⲙꓟꮇ",
		'n': "ոռⲛꓠ",
		'o': "οσϭоօᴏᴑⲟꓳꬽ",
		'p': "þƿρϱϸрⲣⳏꓑꮲ",
		'q': "ԛգզ",
		'r': "ʀгᴦⲅꓣꭇꭈꭱꮁꮢ",
		's': "ƽѕտꓢꜱꮥꮪ",
		't': "τтⲧꓔꭲ",
		'u': "ʋυսᴜꓴꞟꭎꭒ",
		'v': "νѵᴠꓦꮩ",
		'w': "ɯшѡԝաᴡⲽꓪꮃꮤ",
		'x': "χхⲭꓫꭓ",
		'y': "ɣʏγϒуүᶌỿⲩꓬꭚꭹꮍ",
		'z': "ζᴢꓜꮓ",
	}
}

// latinTable maps each look-alike to its letter.
func latinTable() map[rune]byte {
	table := map[rune]byte{}
	for letter, alikes := range lookalikes() {
		for _, r := range alikes {
			table[r] = byte(letter)
		}
	}
	return table
}

// skeleton is the word with its look-alikes replaced, appended to dst, and how many of another script were
// replaced. ok is false if a letter of the word is neither ASCII nor a look-alike.
func (s *Scanner) skeleton(dst []byte, word string) (folded []byte, replaced, ascii int, ok bool) {
	for _, r := range word {
		switch {
		case r < 0x80:
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			if 'a' <= r && r <= 'z' {
				ascii++
			}
			dst = append(dst, byte(r))
		default:
			letter, known := s.latin[unicode.ToLower(r)]
			if !known {
				return dst, replaced, ascii, false
			}
			if !unicode.Is(unicode.Latin, r) { // dotless i and thorn are ordinary letters of their languages
				replaced++
			}
			dst = append(dst, letter)
		}
	}
	return dst, replaced, ascii, true
}
