// Command confusables derives the table of look-alikes of package typosquat from confusables.txt of Unicode Technical
// Standard 39 (https://www.unicode.org/Public/security/latest/confusables.txt), read from standard input:
//
//	go run ./scripts/confusables < confusables.txt > internal/network/typosquat/data/confusables.tsv
//
// It keeps the characters that are allowed in a domain name (IDNA 2008, lower case) and whose prototype, without
// combining marks and in lower case, is made of a-z, 0-9 and the hyphen. Two kinds are added:
//
//   - Latin letters that are one of a-z with a hook, a bar or the like, or a small capital, by their Unicode names.
//   - Small Cyrillic letters whose capital has such a prototype. They look like small capitals and occur in
//     ordinary words, so they are marked: к for K, м for M.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/runenames"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	version := "?"
	table := map[rune]string{}
	prototypes := map[rune]string{}
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
		if len(source) != 1 || source[0] < 0x80 {
			continue
		}
		prototypes[source[0]] = characters(fields[1])
		if unicode.ToLower(source[0]) != source[0] || !mayStand(source[0]) {
			continue
		}
		if target := letters(characters(fields[1])); target != "" {
			table[source[0]] = target
		}
	}

	if err := in.Err(); err != nil {
		log.Fatal(err)
	}

	addNamed(table)
	marks := addCyrillic(table, prototypes)
	var runes []rune
	for r := range table {
		runes = append(runes, r)
	}

	sort.Slice(runes, func(i, j int) bool { return runes[i] < runes[j] })
	fmt.Printf("# Characters that look like ASCII letters and digits, "+
		"derived by scripts/confusables from confusables.txt of\n"+
		"# Unicode Technical Standard 39, version %s. Copyright Unicode, Inc.; "+
		"Unicode License V3 (https://www.unicode.org/license.txt).\n"+
		"# Letters that are Latin by their Unicode names are added, and small Cyrillic letters by their capitals.\n"+
		"# Columns: code point, what it looks like, capital for one that only its capital looks like.\n", version)

	for _, r := range runes {
		fmt.Printf("%04X\t%s\t%s\n", r, table[r], marks[r])
	}
}

// letterName is the name of a letter that is one of a-z with an addition, or a small capital.
var letterName = regexp.MustCompile(`^LATIN (?:SMALL LETTER ([A-Z]) WITH .*|LETTER SMALL CAPITAL ([A-Z]))$`)

func addNamed(table map[rune]string) {
	for r := rune(0x80); r <= 0xffff; r++ {
		if _, known := table[r]; known || !unicode.Is(unicode.Latin, r) || !mayStand(r) {
			continue
		}
		if m := letterName.FindStringSubmatch(runenames.Name(r)); m != nil {
			table[r] = strings.ToLower(m[1] + m[2])
		}
	}
}

// addCyrillic adds small letters by their capitals and gives their marks.
func addCyrillic(table, prototypes map[rune]string) map[rune]string {
	marks := map[rune]string{}
	for r := rune(0x400); r <= 0x52f; r++ {
		capital := prototypes[unicode.ToUpper(r)]
		if _, known := table[r]; known || !unicode.IsLower(r) || !mayStand(r) || letters(capital) == "" {
			continue
		}
		table[r] = letters(capital)
		marks[r] = "capital"
	}
	return marks
}

// mayStand reports whether a domain name may contain a character.
func mayStand(r rune) bool {
	_, err := idna.Lookup.ToASCII("a" + string(r) + "a")
	return err == nil
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

// letters is text without marks and in lower case, or empty if anything but a-z, 0-9 and - remains.
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
