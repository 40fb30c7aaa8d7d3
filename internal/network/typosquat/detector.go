package typosquat

import (
	"embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
)

//go:embed data/*.tsv
var tables embed.FS

// Detector holds the tables. It is safe for concurrent use.
type Detector struct {
	labels      []brandLabel          // every spelling of every brand
	byLabel     map[string]brandLabel // by spelling
	bySkeleton  map[string][]brandLabel
	official    map[string]string // domain or host -> brand
	confusables map[rune]string
	capitals    map[rune]string // letters that look like the capital form only
	words       map[string]bool // words and names of others that lie near a brand
	lures       map[string]bool // word -> strong
	endings     map[string]map[string]bool
}

// brandLabel is one spelling of a brand.
type brandLabel struct {
	brand    string // the spelling that names the brand
	label    string
	skeleton string
	size     int  // letters
	word     bool // also a common word or name
	hosted   bool // software that people run under their own domains
}

// Load reads the embedded tables.
func Load() (*Detector, error) {
	d := &Detector{
		byLabel:     map[string]brandLabel{},
		bySkeleton:  map[string][]brandLabel{},
		official:    map[string]string{},
		confusables: map[rune]string{},
		capitals:    map[rune]string{},
		words:       map[string]bool{},
		lures:       map[string]bool{},
		endings:     map[string]map[string]bool{},
	}

	for file, read := range map[string]func(fields []string) error{
		"confusables": d.readConfusable, "words": d.readWords, "lures": d.readLures, "suffixes": d.readEndings,
	} {
		if err := readTable(file, read); err != nil {
			return nil, err
		}
	}

	if err := readTable("brands", d.readBrand); err != nil {
		return nil, err
	}
	return d, nil
}

func readTable(name string, read func(fields []string) error) error {
	text, err := tables.ReadFile("data/" + name + ".tsv")
	if err != nil {
		return fmt.Errorf("reading the table %s: %w", name, err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if err := read(strings.Split(line, "\t")); err != nil {
			return fmt.Errorf("table %s, line %d: %w", name, i+1, err)
		}
	}
	return nil
}

var errFields = errors.New("another number of columns than the table has")

func (d *Detector) readConfusable(fields []string) error {
	if len(fields) != 3 {
		return errFields
	}
	code, err := strconv.ParseUint(fields[0], 16, 32)
	if err != nil {
		return fmt.Errorf("code point: %w", err)
	}
	if fields[2] == "capital" {
		d.capitals[rune(code)] = fields[1]
		return nil
	}
	d.confusables[rune(code)] = fields[1]
	return nil
}

func (d *Detector) readWords(fields []string) error {
	for _, line := range fields {
		for word := range strings.FieldsSeq(line) {
			d.words[word] = true
		}
	}
	return nil
}

func (d *Detector) readLures(fields []string) error {
	if len(fields) != 2 {
		return errFields
	}
	for word := range strings.FieldsSeq(fields[1]) {
		if d.lures[word] {
			continue
		}
		d.lures[word] = fields[0] == "strong"
	}
	return nil
}

func (d *Detector) readEndings(fields []string) error {
	if len(fields) != 2 {
		return errFields
	}
	d.endings[fields[0]] = each.WordSet(fields[1])
	return nil
}

func (d *Detector) readBrand(fields []string) error {
	if len(fields) != 3 {
		return errFields
	}
	spellings := strings.Split(fields[0], ",")

	for _, label := range spellings {
		b := brandLabel{
			brand: spellings[0], label: label, skeleton: d.skeleton(label), size: utf8.RuneCountInString(label),
			word: fields[1] == "w", hosted: fields[1] == "s",
		}
		if other, twice := d.byLabel[label]; twice {
			return fmt.Errorf("%s is a label of %s already", label, other.brand)
		}
		d.labels = append(d.labels, b)
		d.byLabel[label] = b
		d.bySkeleton[b.skeleton] = append(d.bySkeleton[b.skeleton], b)
	}

	for domain := range strings.FieldsSeq(fields[2]) {
		if domain[0] == '.' {
			domain = spellings[0] + domain
		}
		if other, twice := d.official[domain]; twice {
			return fmt.Errorf("%s is a domain of %s already", domain, other)
		}
		d.official[domain] = spellings[0]
	}

	return nil
}

// hasEnding is the longest suffix of name, name itself left out, that is in the set; empty when none is.
func (d *Detector) hasEnding(set, name string) string {
	for _, rest, more := strings.Cut(name, "."); more; _, rest, more = strings.Cut(rest, ".") {
		if d.endings[set][rest] {
			return rest
		}
	}
	return ""
}

// officialOf is the brand whose domain name is, or is under. Names under what longer ends are anyone's:
// only domains longer than it count.
func (d *Detector) officialOf(name, longer string) (brand, domain string) {
	for rest, more := name, true; more && len(rest) > len(longer); _, rest, more = strings.Cut(rest, ".") {
		if brand := d.official[rest]; brand != "" {
			return brand, rest
		}
	}
	return "", ""
}
