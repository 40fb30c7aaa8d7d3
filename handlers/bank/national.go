package bank

import (
	"cmp"
	"strings"
)

// The check digits inside the national part of an IBAN. They predate the IBAN and are not part of ISO 13616: a
// number that fails one is still a valid IBAN, but hardly an account that a bank opened.

// nationalRule reports whether the national check digits of a BBAN of correct structure are correct.
type nationalRule func(f *format, bban string) bool

// nationalRules by their names in data/iban.psv. Rules of Germany and the United Kingdom differ from bank to bank
// and are not here.
var nationalRules = map[string]nationalRule{
	"mod97":   func(_ *format, bban string) bool { return mod97(bban) == 1 }, // ISO 7064 mod 97-10 over the whole BBAN
	"rib":     ribKey,
	"belgium": belgianCheck,
	"spain":   spanishCheck,
	"cin":     italianCIN,
	"norway":  norwegianCheck,
	"luhn":    luhnCheck,
	"estonia": estonianCheck,
	"hungary": hungarianCheck,
	"croatia": croatianCheck,
	"poland":  func(_ *format, bban string) bool { return weighted(bban[:8], 3, 9, 7, 1, 3, 9, 7, 1)%10 == 0 },
	"albania": func(_ *format, bban string) bool { return weighted(bban[:8], 9, 7, 3, 1, 9, 7, 3, 1)%10 == 0 },
	"czech":   czechCheck,
	"iceland": icelandicCheck,
}

// weighted is the sum of the digits of s times the weights, which repeat.
func weighted(s string, weights ...int) int {
	sum := 0
	for i := range len(s) {
		sum += int(s[i]-'0') * weights[i%len(weights)]
	}
	return sum
}

// ribKey is the key of the French RIB and of systems modelled on it (Monaco, Tunisia, Mauritania, the CFA zones):
// the whole number is divisible by 97 when letters count A,J = 1, B,K,S = 2 ... I,R,Z = 9.
func ribKey(_ *format, bban string) bool {
	digits := strings.Map(func(c rune) rune {
		switch {
		case c >= 'A' && c <= 'I':
			return c - 'A' + '1'
		case c >= 'J' && c <= 'R':
			return c - 'J' + '1'
		case c >= 'S' && c <= 'Z':
			return c - 'S' + '2'
		}
		return c
	}, bban)
	return mod97(digits) == 0
}

// belgianCheck: the last two digits are the first ten modulo 97, with 97 for 0.
func belgianCheck(_ *format, bban string) bool {
	want := cmp.Or(mod97(bban[:10]), 97)
	return int(bban[10]-'0')*10+int(bban[11]-'0') == want
}

// spanishCheck: the digitos de control, one for bank and branch and one for the account, both modulo 11.
func spanishCheck(_ *format, bban string) bool {
	digit := func(s string) byte {
		d := 11 - weighted(s, 1, 2, 4, 8, 5, 10, 9, 7, 3, 6)%11
		switch d {
		case 11:
			d = 0
		case 10:
			d = 1
		}
		return byte('0' + d)
	}
	return bban[8] == digit("00"+bban[:8]) && bban[9] == digit(bban[10:])
}

// italianCIN: the letter before ABI, CAB and account number; characters in odd places have their own table; the sum
// modulo 26 is the letter.
func italianCIN(_ *format, bban string) bool {
	odd := [26]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}
	sum := 0
	for i := range len(bban) - 1 {
		c := bban[i+1]
		n := int(c - '0')
		if c >= 'A' {
			n = int(c - 'A')
		}
		if i%2 == 0 {
			n = odd[n]
		}
		sum += n
	}
	return bban[0] == byte('A'+sum%26)
}

// norwegianCheck: modulo 11 over all eleven digits. For accounts whose fifth and sixth digits are 0, the bank's
// four digits are left out.
func norwegianCheck(_ *format, bban string) bool {
	if bban[4:6] == "00" {
		return weighted(bban[6:], 5, 4, 3, 2, 1)%11 == 0
	}
	return weighted(bban, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0
}

// luhnCheck: modulo 10 of ISO/IEC 7812 over the whole BBAN (Finland and Åland).
func luhnCheck(_ *format, bban string) bool {
	sum := 0
	for i := range len(bban) {
		n := int(bban[len(bban)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}

// estonianCheck: weights 7, 3, 1 from the right over branch and account; without the bank's two digits.
func estonianCheck(_ *format, bban string) bool {
	sum := int(bban[15] - '0')
	for i := 14; i >= 2; i-- {
		sum += int(bban[i]-'0') * [3]int{7, 3, 1}[(14-i)%3]
	}
	return sum%10 == 0
}

// hungarianCheck: two check digits, one after bank and branch and one after the account, with weights
// 9, 7, 3, 1.
func hungarianCheck(_ *format, bban string) bool {
	return weighted(bban[:8], 9, 7, 3, 1)%10 == 0 && weighted(bban[8:], 9, 7, 3, 1)%10 == 0
}

// croatianCheck: ISO 7064 mod 11,10 over the bank code and again over the account.
func croatianCheck(_ *format, bban string) bool {
	return mod1110(bban[:7]) && mod1110(bban[7:])
}

// mod1110 is the hybrid system of ISO 7064: s ends in its check digit.
func mod1110(s string) bool {
	p := 10
	for i := range len(s) - 1 {
		if p = (p + int(s[i]-'0')) % 10; p == 0 {
			p = 10
		}
		p = p * 2 % 11
	}
	return (p+int(s[len(s)-1]-'0'))%10 == 1
}

// czechCheck: prefix and account of the Czech and Slovak numbers are each divisible by 11 under their weights.
func czechCheck(_ *format, bban string) bool {
	return weighted(bban[4:10], 10, 5, 8, 4, 2, 1)%11 == 0 && weighted(bban[10:], 6, 3, 7, 9, 10, 5, 8, 4, 2, 1)%11 == 0
}

// icelandicCheck: the ninth digit of the holder's kennitala, the last ten of the number, modulo 11.
func icelandicCheck(_ *format, bban string) bool {
	return weighted(bban[12:21], 3, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0
}
