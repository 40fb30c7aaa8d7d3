package samename

import (
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
)

// leastFirst are the letters of a beginning of several words that a register is asked for.
const leastFirst = 6

// LeastPart are the letters of any other part of a name that a register is asked for.
const LeastPart = 5

// Ways are the texts in capitals that a register which holds names to the letter is asked for, one after the other.
// The wholes are the name in the ways in which it may be written there: without its legal form, with an ampersand or
// AND, Saint abbreviated, with or without an article and signs. The parts are for a name that is written otherwise or
// has an error: its first words without a plural, which may have an apostrophe there, what follows the first word, and
// its halves, one of which is right if there is one error.
func Ways(text string) (wholes, parts []string) {
	whole := strings.ToUpper(strings.Join(strings.Fields(strings.ReplaceAll(text, `"`, " ")), " "))
	core := Core(whole)
	bare := strings.TrimPrefix(core, "THE ")
	wholes = []string{whole}
	for _, way := range append(saints(core), bare, strings.ToUpper(names.Normalize(bare))) {
		wholes = append(wholes, joined(way)...)
	}
	wholes = append(wholes, "THE "+bare)

	words := strings.Fields(signs.ReplaceAllString(bare, " "))
	if len(words) < 2 {
		return distinct(wholes, nil, 1), nil
	}
	parts = saints(words[0] + " " + strings.TrimSuffix(words[1], "S"))
	if first := beginning(strings.Fields(bare)); first != "" {
		parts = append(parts, joined(first)...)
		parts = append(parts, "THE "+first)
	}
	rest := bare[len(words[0]):]
	if sign := signs.FindStringIndex(rest); sign != nil && sign[0] == 0 {
		rest = rest[sign[1]:]
	}
	parts = append(parts, strings.TrimSpace(rest), strings.TrimSuffix(words[0], "S"))
	half := strings.ToValidUTF8(bare[:len(bare)/2], "")
	parts = append(parts, strings.TrimSpace(half), strings.TrimSpace(bare[len(half):]))
	return distinct(wholes, nil, 1), distinct(parts, wholes, LeastPart)
}

// Held are those of [Ways] that a register is asked for which finds whatever holds a text. The longest piece between
// two signs is one: J&J WORLDWIDE is J & J WORLDWIDE elsewhere. Ways that hold another are left out.
func Held(text string) (wholes, parts []string) {
	wholes, parts = Ways(text)
	longest := ""
	for _, piece := range Pieces(Core(strings.ToUpper(text))) {
		if len(piece) > len(longest) {
			longest = piece
		}
	}

	var all []string
	add := func(list []string) (added []string) {
		for _, way := range list {
			held := func(other string) bool { return strings.Contains(way, other) }
			if len(all) == 0 || len(way) >= LeastPart && !slices.ContainsFunc(all, held) {
				all = append(all, way)
				added = append(added, way)
			}
		}
		return added
	}
	return add(append(wholes, longest)), add(parts)
}

// saints are the spellings of a name that begins with Saint.
func saints(name string) []string {
	list := []string{name}
	for _, saint := range []string{"SAINT ", "ST. ", "ST "} {
		if rest, ok := strings.CutPrefix(name, saint); ok {
			list = append(list, "ST "+rest, "SAINT "+rest, "ST. "+rest)
		}
	}
	return list
}

// joined are the spellings of a name with AND.
func joined(name string) []string {
	return []string{
		ampersand.ReplaceAllString(name, " & "),
		ampersand.ReplaceAllString(name, " AND "),
		ampersand.ReplaceAllString(name, "&"),
	}
}

// signs are what names are written with or without.
var signs = regexp.MustCompile(`\s*(?:[^\pL\pN\s'’.]|\bAND\b)\s*`)

// Pieces are what a name in capitals has between its signs, apostrophes too; there is always one.
func Pieces(name string) []string { return anySign.Split(name, -1) }

var anySign = regexp.MustCompile(`\s*(?:[^\pL\pN\s]|\bAND\b)\s*`)

// ampersand is the sign or the word between two names.
var ampersand = regexp.MustCompile(`\s*&\s*|\s+AND\s+`)

// beginning is the first words of a name, two or more with enough letters, "" if it has no more words.
func beginning(words []string) string {
	for n := 2; n < len(words); n++ {
		if first := strings.Join(words[:n], " "); len(first) >= leastFirst && words[n-1] != "AND" && words[n-1] != "&" {
			return first
		}
	}
	return ""
}

// distinct leaves each text once, those with enough letters that others do not have.
func distinct(list, others []string, least int) []string {
	var out []string
	for _, text := range list {
		if len(text) >= least && !slices.Contains(out, text) && !slices.Contains(others, text) {
			out = append(out, text)
		}
	}
	return out
}

// atEnd are the legal forms that stand behind a name in the registers of the United States.
var atEnd = map[string]bool{
	"CO": true, "COMPANY": true, "CORP": true, "CORPORATION": true, "INC": true, "INCORPORATED": true, "LC": true,
	"LIMITED": true, "LLC": true, "LLP": true, "LP": true, "LTD": true, "PC": true, "PLLC": true,
}

// Core is a name in capitals without the legal forms behind it. A form by itself stays.
func Core(name string) string {
	words := strings.Fields(name)
	for len(words) > 1 && atEnd[strings.NewReplacer(".", "", ",", "").Replace(words[len(words)-1])] {
		words = words[:len(words)-1]
	}
	core := strings.TrimRight(strings.Join(words, " "), " ,&")
	return strings.TrimSuffix(core, " AND") // SONS AND COMPANY
}
