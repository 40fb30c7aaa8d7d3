package bank

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/banklists"
)

//go:embed data/banks.psv
var banksFile string

const builtInSource = "built-in selection of larger banks"

// registersTitle is the name of the SEPA schemes' registers in answers.
const registersTitle = "registers of participants in the SEPA schemes"

// listsEvery is how often the publishers' lists are requested. Several publish daily, the others monthly or four
// times a year.
const listsEvery = 24 * time.Hour

// directory finds banks by national bank code and by BIC, in this order: the publisher's list for the country, or
// an operator's file with newer content; the registers of the SEPA schemes; the built-in selection; a list with
// some of the country's banks.
type directory struct {
	feeds     []feed
	registers *upstream.Dataset[*banklists.Registers]
	own       map[string]*index // the operator's lists, by country
	builtIn   *index
	lei       map[string]string // BIC of 11 characters to LEI
}

// feed is a publisher's list.
type feed struct {
	title     string
	countries []string
	partial   bool // lists that lack some of their countries' bank codes
	data      *upstream.Dataset[*index]
}

// newDirectory declares the publishers' lists and reads the built-in selection.
func newDirectory(pool *upstream.Pool) (*directory, error) {
	d := &directory{
		registers: banklists.NewRegisters(pool),
		own:       map[string]*index{},
		lei:       map[string]string{},
	}
	for _, f := range banklists.Feeds() {
		d.feeds = append(d.feeds, feed{
			title:     f.Title,
			countries: f.Countries,
			partial:   f.Partial,
			data:      newFeed(pool, f),
		})
	}

	var err error
	if d.builtIn, err = readBuiltIn(banksFile); err != nil {
		return nil, fmt.Errorf("built-in banks: %w", err)
	}
	return d, nil
}

// newFeed declares the dataset of a list.
func newFeed(pool *upstream.Pool, f banklists.Feed) *upstream.Dataset[*index] {
	file := upstream.File{
		Name:    "list",
		Request: f.Request,
		Next:    f.Next,
	}

	read := func(src io.Reader) (*index, error) {
		data, err := io.ReadAll(src)
		if err != nil {
			return nil, fmt.Errorf("reading the download: %w", err)
		}
		list, err := f.Read(data)
		if err != nil {
			return nil, err
		}
		return indexed(list, source{
			name:     f.Title,
			complete: !f.Partial,
			letters:  f.Letters,
		}), nil
	}

	return upstream.NewDataset(pool, upstream.DatasetSpec[*index]{
		Name:       f.ID,
		Client:     pool.Client(f.Provider),
		Files:      []upstream.File{file},
		Every:      listsEvery,
		Parse:      func(dir fs.FS) (*index, error) { return upstream.ReadFile(dir, file.Name, read) },
		Count:      func(x *index) int { return len(x.byCode) },
		MinRecords: f.Least,
	})
}

// readBuiltIn reads the embedded selection.
func readBuiltIn(text string) (*index, error) {
	x := newIndex(&source{name: builtInSource, asOf: string(DatedSelection.AsOf)})
	err := eachRow(text, 5, func(f []string) error {
		bic := f[2]
		if bic != "" && len(bic) != 8 && len(bic) != 11 {
			return fmt.Errorf("BIC %q", bic)
		}
		for _, codes := range strings.Split(f[1], ",") {
			expanded, err := expandCodes(codes)
			if err != nil {
				return err
			}
			for _, code := range expanded {
				x.add(f[0], code, &entry{
					code:   code,
					bic:    bic,
					name:   f[3],
					city:   f[4],
					source: x.source,
				})
			}
		}
		return nil
	})

	x.sort()
	return x, err
}

// expandCodes turns 001-003 into its three codes and leaves any other text unchanged.
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

// of is the authoritative list for a country's bank codes: the publisher's or the operator's, whichever has the
// newer content, or else the built-in selection. It is nil if none covers the country.
func (d *directory) of(country string) *index {
	own := d.own[country]
	if f := d.feed(country); f != nil && !f.partial {
		if published, info, err := f.data.Get(); err == nil {
			day := cmp.Or(published.source.asOf, info.FetchedAt.UTC().Format(time.DateOnly))
			if own == nil || own.source.asOf <= day {
				return published
			}
		}
	}
	switch {
	case own != nil:
		return own
	case d.builtIn.begins(country):
		return d.builtIn
	}
	return nil
}

// feed is the publisher's list for a country, or nil.
func (d *directory) feed(country string) *feed {
	for i := range d.feeds {
		if slices.Contains(d.feeds[i].countries, country) {
			return &d.feeds[i]
		}
	}
	return nil
}

// found is the outcome of looking up a bank code.
type found struct {
	list  *index // nil if there is none for the country
	entry *entry // nil if the bank is unknown

	// exists reports whether the code is in use. It is nil if unknown: the list is incomplete, or has only longer
	// codes that begin with it.
	exists *bool
}

// bank looks up the bank of an account.
func (d *directory) bank(i *iban) found {
	country := i.format.country
	out := found{list: d.of(country)}
	code := i.bankCode()
	if code == "" {
		return out
	}

	complete := out.list != nil && out.list.source.complete
	if !complete && i.format.bicPrefix {
		out.entry = d.participant(country, code)
	}
	if out.entry == nil && out.list != nil {
		out.entry = out.list.bank(country, i.bban()[i.format.bank.from:])
	}
	if out.entry == nil && !complete {
		out.entry = d.partly(country, code)
	}

	switch {
	case out.entry != nil && (complete || len(out.entry.code) >= len(code)):
		out.exists = new(out.entry.status != banklists.Deleted)
	case out.entry == nil && complete && !out.list.begins(country+out.list.source.bankOf(code)):
		out.exists = new(false)
	}
	return out
}

// bankOf is the prefix of a bank code that no other bank's codes share.
func (s *source) bankOf(code string) string {
	if s.letters == 0 || s.letters > len(code) {
		return code
	}
	return code[:s.letters]
}

// partly is a bank in a publisher's list that lacks some of the country's banks.
func (d *directory) partly(country, code string) *entry {
	f := d.feed(country)
	if f == nil || !f.partial {
		return nil
	}
	list, _, err := f.data.Get()
	if err != nil {
		return nil
	}
	return list.bank(country, code)
}

// participant is the bank whose BIC begins with the bank code in the registers of the SEPA schemes.
func (d *directory) participant(country, code string) *entry {
	registers, _, err := d.registers.Get()
	if err != nil || len(code) < 4 {
		return nil
	}
	e := registered(registers.Holder(country, code[:4]))
	if e != nil {
		e.code = code
	}
	return e
}

// registered is a participant as an entry, or nil.
func registered(p *banklists.Participant) *entry {
	if p == nil {
		return nil
	}
	return &entry{
		bic:    p.BIC,
		name:   p.Name,
		city:   p.City,
		source: &source{name: registersTitle},
	}
}

// institution finds a bank by BIC.
func (d *directory) institution(bic string) *entry {
	list := d.of(bic[4:6])
	if list != nil && list.source.complete {
		if e := list.institution(bic); e != nil {
			return e
		}
	}
	if registers, _, err := d.registers.Get(); err == nil {
		if p := registers.Participants[bic11(bic)]; p != nil {
			return registered(p)
		}
	}
	if list != d.builtIn {
		return nil
	}
	return list.institution(bic)
}

// schemes says which SEPA schemes reach a BIC on a day. It is nil before the registers are loaded, and for an
// unregistered BIC, because a bank may be reachable through another.
func (d *directory) schemes(bic, day string) *[4]bool {
	registers, _, err := d.registers.Get()
	if err != nil || bic == "" {
		return nil
	}
	p := registers.Participants[bic11(bic)]
	if p == nil {
		return nil
	}
	var out [4]bool
	for scheme, term := range p.Schemes {
		out[scheme] = term.On(day)
	}
	return &out
}
