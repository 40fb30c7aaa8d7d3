package convert

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"unicode/utf8"
)

var errNotText = errors.New("the bytes are not UTF-8 text")

func textToBase64(data string, _ options, out *output) error {
	out.put(base64.StdEncoding.EncodeToString([]byte(data)))
	return nil
}

func base64ToText(data string, _ options, out *output) error {
	b, err := decodeBase64(data)
	if err != nil {
		return err
	}
	if !utf8.Valid(b) {
		return errNotText
	}
	out.put(string(b))
	return nil
}

// decodeBase64 reads the standard or the URL-safe alphabet (RFC 4648), with or without padding and with
// white space anywhere.
func decodeBase64(data string) ([]byte, error) {
	digits := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\r', '\n':
			return -1
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return r
	}, data)

	body := strings.TrimRight(digits, "=")
	if pad := len(digits) - len(body); pad > 0 && (pad > 2 || len(digits)%4 != 0) {
		return nil, errors.New("the padding is wrong")
	}
	if len(body)%4 == 1 {
		return nil, errors.New("the last group has one digit, which is less than a byte")
	}

	b, err := base64.RawStdEncoding.Strict().DecodeString(body)
	if err != nil {
		return nil, errors.New("a character is not of the base64 alphabet, or the last digit has bits that belong to no byte")
	}

	return b, nil
}

func textToHex(data string, _ options, out *output) error {
	out.put(hex.EncodeToString([]byte(data)))
	return nil
}

// hexToText reads hex digits in any case, with or without 0x, optionally separated by white space or colons.
func hexToText(data string, _ options, out *output) error {
	digits := strings.TrimSpace(data)
	if len(digits) >= 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') {
		digits = digits[2:]
	}

	digits = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\r', '\n', ':':
			return -1
		}
		return r
	}, digits)
	if len(digits)%2 != 0 {
		return errors.New("the number of digits is odd")
	}

	b, err := hex.DecodeString(digits)
	if err != nil {
		return errors.New("only 0-9, a-f and A-F are hex digits")
	}
	if !utf8.Valid(b) {
		return errNotText
	}

	out.put(string(b))
	return nil
}
