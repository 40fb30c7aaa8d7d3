// Command confusables derives the table of look-alikes of package typosquat from confusables.txt of Unicode Technical
// Standard 39 (https://www.unicode.org/Public/security/latest/confusables.txt), read from standard input:
//
//	go run ./scripts/confusables < confusables.txt > internal/network/typosquat/data/confusables.tsv
//
// Kept are the characters that may stand in a domain name (IDNA 2008, lower case) and whose prototype,
// without combining marks and in lower case, is made of a-z, 0-9 and the hyphen.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	version := "?"
	table := map[rune]string{}
	for in.Scan() {
		line := strings.TrimPrefix(in.Text(), "\ufeff")
		if v, ok := strings.CutPrefix(line, "# Version: "); ok {
			version = v
		}
		fields := strings.Split(line, ";")
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		source := []rune(characters(fields[0]))
		if len(source) != 1 || source[0] < 0x80 || unicode.ToLower(source[0]) != source[0] {
			continue
		}
		if _, err := idna.Lookup.ToASCII("a" + string(source[0]) + "a"); err != nil {
			continue
		}
		if target := letters(characters(fields[1])); target != "" {
			table[source[0]] = target
		}
	}
	if err := in.Err(); err != nil {
		log.Fatal(err)
	}
	var runes []rune
	for r := range table {
		runes = append(runes, r)
	}
	sort.Slice(runes, func(i, j int) bool { return runes[i] < runes[j] })
	fmt.Printf("# Characters that look like ASCII letters and digits, "+
		"derived by scripts/confusables from confusables.txt of\n"+
		"# Unicode Technical Standard 39, version %s. Copyright Unicode, Inc.; Unicode License V3 (https://www.unicode.org/license.txt).\n"+
		"# Columns: code point, what it looks like.\n", version)
	for _, r := range runes {
		fmt.Printf("%04X\t%s\n", r, table[r])
	}
}

func characters(field string) string {
	var b strings.Builder
	for hex := range strings.FieldsSeq(field) {
		n, err := strconv.ParseInt(hex, 16, 32)
		if err != nil {
			log.Fatalf("code point %q: %v", hex, err)
		}
		b.WriteRune(rune(n))
	}
	return b.String()
}

// letters is text without marks and in lower case, empty when anything but a-z, 0-9 and - is left.
func letters(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		r = unicode.ToLower(r)
		switch {
		case unicode.Is(unicode.Mn, r):
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			b.WriteRune(r)
		default:
			return ""
		}
	}
	return b.String()
}
