package bank

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed data/banks.psv
var banksFile string

const (
	builtInSource = "built-in selection of larger banks"
	builtInAsOf   = "2026-07-23" // the date in the header of data/banks.psv
)

// entry is one bank as a directory has it.
type entry struct {
	bic       string // 8 or 11 characters, "" when the directory has none
	name      string
	city      string
	closing   bool   // the directory marks the code as deleted or about to be
	successor string // the code that takes its place, "" when none is named
	source    *source
}

// source is one list of banks.
type source struct {
	name     string
	asOf     string // yyyy-mm-dd
	complete bool   // every bank code of the country is in it, so that a missing one tells something
}

// directory finds banks by national bank code and by BIC.
type directory struct {
	byCode   map[string]map[string]*entry // country, then bank code or the beginning of one
	byBIC    map[string]*entry            // BIC of 11 characters, and of 8 for the institution
	lei      map[string]string            // BIC of 11 characters to LEI
	national map[string]*source           // country to the list that byCode has for it
}

func newDirectory() *directory {
	return &directory{
		byCode: map[string]map[string]*entry{}, byBIC: map[string]*entry{}, lei: map[string]string{}, national: map[string]*source{},
	}
}

// addBuiltIn reads the embedded selection.
func (d *directory) addBuiltIn(text string) error {
	from := &source{name: builtInSource, asOf: builtInAsOf}
	return eachRow(text, 5, func(f []string) error {
		e := &entry{bic: f[2], name: f[3], city: f[4], source: from}
		if e.bic != "" && len(e.bic) != 8 && len(e.bic) != 11 {
			return fmt.Errorf("BIC %q", e.bic)
		}
		for _, codes := range strings.Split(f[1], ",") {
			expanded, err := expandCodes(codes)
			if err != nil {
				return err
			}
			for _, code := range expanded {
				d.add(f[0], code, e)
			}
		}
		return nil
	})
}

// expandCodes turns 001-003 into its three codes, and any other text into itself.
func expandCodes(s string) ([]string, error) {
	from, to, ok := strings.Cut(s, "-")
	if !ok {
		return []string{s}, nil
	}
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if errA != nil || errB != nil || len(from) != len(to) || a > b {
		return nil, fmt.Errorf("range of codes %q", s)
	}
	var codes []string
	for n := a; n <= b; n++ {
		codes = append(codes, fmt.Sprintf("%0*d", len(from), n))
	}
	return codes, nil
}

// add puts e in under its code, unless there is one already, and under its BIC.
func (d *directory) add(country, code string, e *entry) {
	codes := d.byCode[country]
	if codes == nil {
		codes = map[string]*entry{}
		d.byCode[country] = codes
		d.national[country] = e.source
	}
	if codes[code] == nil {
		codes[code] = e
	}
	if e.bic == "" {
		return
	}
	full := bic11(e.bic)
	if d.byBIC[full] == nil {
		d.byBIC[full] = e
	}
	switch known := d.byBIC[e.bic[:8]]; {
	case known == nil:
		d.byBIC[e.bic[:8]] = e
	case known.city != e.city && known.city != "": // one institution in several places
		same := *known
		same.city = ""
		d.byBIC[e.bic[:8]] = &same
	}
}

// replace drops what the directory has for a country, before a list of it is read.
func (d *directory) replace(country string, by *source) {
	delete(d.byCode, country)
	for bic, e := range d.byBIC {
		if bic[4:6] == country && e.source != by {
			delete(d.byBIC, bic)
		}
	}
}

// bank finds a bank by its national code: the code itself, or the longest beginning of it that the
// directory has. nil when there is none.
func (d *directory) bank(country, code string) *entry {
	codes := d.byCode[country]
	for n := len(code); n > 0; n-- {
		if e := codes[code[:n]]; e != nil {
			return e
		}
	}
	return nil
}

// institution finds a bank by BIC: the very office, or else the institution, whose city is left out.
func (d *directory) institution(bic string) *entry {
	full := bic11(bic)
	e := d.byBIC[bic[:8]]
	if exact := d.byBIC[full]; exact != nil {
		if e != nil && e.city == "" && strings.HasSuffix(full, "XXX") {
			return e
		}
		return exact
	}
	if e == nil {
		return nil
	}
	same := *e
	same.city = ""
	return &same
}

// bic11 is the BIC with its branch, XXX for the primary office.
func bic11(bic string) string {
	if len(bic) == 8 {
		return bic + "XXX"
	}
	return bic
}
