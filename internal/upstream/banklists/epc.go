package banklists

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// EPC publishes the participants of the SEPA payment schemes.
var EPC = upstream.Provider{
	Name:    "epc",
	BaseURL: "https://www.europeanpaymentscouncil.eu/sites/default/files/participants_export",
	Docs: "https://www.europeanpaymentscouncil.eu/what-we-do/participating-schemes/register-participants/" +
		"registers-participants-sepa-payment-schemes",
	Attribution: "European Payments Council, registers of participants in the SEPA payment schemes",
	Terms:       "may be reused as part of a wider data set with the source named; not to be resold as it is",
	Checked:     "documentation 2026-09",
	Timeout:     5 * time.Minute,
	MaxBytes:    16 << 20,
}

// Scheme is a SEPA payment scheme.
type Scheme int

// The schemes.
const (
	SCT     Scheme = iota // credit transfer
	SCTInst               // instant credit transfer
	SDDCore               // direct debit
	SDDB2B                // direct debit between businesses
	schemes
)

// registers are the names of the schemes' files, and the minimum number of participants in each.
var registers = [schemes]struct {
	name  string
	least int
}{
	SCT:     {"sct", 2500},
	SCTInst: {"sct_inst", 1500},
	SDDCore: {"sdd_core", 2000},
	SDDB2B:  {"sdd_b2b", 1500},
}

// Term is the period of participation in a scheme, as days like 2026-11-22. Both are "" without participation;
// Until is "" without a known end.
type Term struct{ From, Until string }

// On reports whether the term covers a day like 2026-11-22.
func (t Term) On(day string) bool {
	return t.From != "" && t.From <= day && (t.Until == "" || day < t.Until)
}

// Participant is a payment service provider in the registers.
type Participant struct {
	BIC     string // 11 characters
	Name    string
	City    string
	Schemes [schemes]Term
}

// Registers are the four registers, read together.
type Registers struct {
	Participants map[string]*Participant // by BIC of 11 characters

	// prefixes is by country and the first four letters of the BIC; nil if several participants share them.
	prefixes map[string]*Participant
	counts   [schemes]int
}

// Holder is the participant of a country whose BIC begins with the four letters, or nil unless there is exactly
// one. In some countries these letters are the bank code in account numbers.
func (r *Registers) Holder(country, letters string) *Participant {
	return r.prefixes[country+letters]
}

// registersEvery is how often the registers are requested: they are published daily and change monthly.
const registersEvery = 24 * time.Hour

// NewRegisters declares the dataset of the registers of participants.
func NewRegisters(p *upstream.Pool) *upstream.Dataset[*Registers] {
	var files []upstream.File
	var floors []upstream.Floor[*Registers]
	for scheme, r := range registers {
		files = append(files, upstream.File{
			Name:    r.name + ".csv",
			Request: get("/" + r.name + "/" + r.name + ".csv"),
		})
		floors = append(floors, upstream.Floor[*Registers]{
			What:  "participants in " + r.name,
			Least: r.least,
			Count: func(list *Registers) int { return list.counts[scheme] },
		})
	}

	return upstream.NewDataset(p, upstream.DatasetSpec[*Registers]{
		Name:       "sepa-registers",
		Client:     p.Client(EPC),
		Files:      files,
		Every:      registersEvery,
		Parse:      ReadRegisters,
		Count:      func(list *Registers) int { return len(list.Participants) },
		MinRecords: registers[SCT].least,
		Floors:     floors,
	})
}

// ReadRegisters reads the four registers in dir.
func ReadRegisters(dir fs.FS) (*Registers, error) {
	out := &Registers{Participants: map[string]*Participant{}}
	for scheme, r := range registers {
		data, err := fs.ReadFile(dir, r.name+".csv")
		if err != nil {
			return nil, fmt.Errorf("opening the download: %w", err)
		}
		if err := out.add(Scheme(scheme), data); err != nil {
			return nil, fmt.Errorf("register %s: %w", r.name, err)
		}
	}
	out.prefixes = holders(out.Participants)
	return out, nil
}

// holders finds the sole holders of a BIC's first four letters: one participant, or the head office among several
// BICs of one institution.
func holders(participants map[string]*Participant) map[string]*Participant {
	out := map[string]*Participant{}
	for _, code := range slices.Sorted(maps.Keys(participants)) {
		p := participants[code]
		key := code[4:6] + code[:4]
		other, known := out[key]
		switch {
		case !known:
			out[key] = p
		case other == nil:
		case other.BIC[:8] != code[:8]:
			out[key] = nil
		case code[8:] == "XXX":
			out[key] = p
		}
	}
	return out
}

// add reads the register of a scheme. The registers have different columns, so these are found by name.
func (r *Registers) add(scheme Scheme, data []byte) error {
	rows, err := separated(string(data), ',')
	if err != nil {
		return err
	}
	t, err := under(rows, []string{"BIC"}, []string{"ParticipantName"}, []string{"City"},
		[]string{"Readiness Date"}, []string{"Scheme Leaving Date"})
	if err != nil {
		return err
	}

	return t.each(t.names, func(f []string) error {
		code := bic(f[0])
		if code == "" || f[1] == "" {
			return fmt.Errorf("a participant without a BIC or a name")
		}
		if len(code) == 8 {
			code += "XXX"
		}
		term := Term{From: f[3], Until: f[4]}
		for _, date := range []string{term.From, term.Until} {
			if _, err := time.Parse(time.DateOnly, date); err != nil && date != "" {
				return fmt.Errorf("an invalid date")
			}
		}
		if term.From == "" {
			term.From = "0000-01-01" // listed without a day: it participates
		}

		p := r.Participants[code]
		if p == nil {
			p = &Participant{
				BIC:  code,
				Name: f[1],
				City: f[2],
			}
			r.Participants[code] = p
		}
		if p.Schemes[scheme].From == "" {
			r.counts[scheme]++
		}
		p.Schemes[scheme] = term
		return nil
	})
}
