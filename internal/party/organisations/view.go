package organisations

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// LegalName is the name in the register that vouches most for it.
func (p *Party) LegalName() string {
	switch {
	case p.Record != nil:
		return p.Record.Entity.LegalName.Name
	case p.Filer != nil:
		return p.Filer.Name
	case p.Item != nil:
		return cmp.Or(p.Item.Label(), p.Item.QID)
	}
	return ""
}

// Jurisdiction is the place of incorporation: "US-DE", "IE"; "" when it is not known.
func (p *Party) Jurisdiction() string {
	if p.Record != nil {
		return p.Record.Entity.Jurisdiction
	}
	if p.Filer != nil {
		return Place(p.Filer.State)
	}
	return ""
}

// Country is that of the legal address, else of the place of incorporation; "" when it is not known.
func (p *Party) Country() string {
	if p.Record != nil && p.Record.Entity.LegalAddress.Country != "" {
		return p.Record.Entity.LegalAddress.Country
	}
	return country(p.Jurisdiction())
}

// Type is what sort of entity it is in the words of GLEIF, else of the SEC; "" when it is not known.
func (p *Party) Type() string {
	if p.Record != nil {
		return p.Record.Entity.Category
	}
	if p.Filer != nil {
		return p.Filer.EntityType
	}
	return ""
}

// Filings is the state of a filer by its list of filings.
type Filings struct {
	Periodic     *sec.Filing // the last annual or quarterly report
	Current      bool        // it is not older than 400 days, and the duty to report has not ended since
	Deregistered *sec.Filing // a form 15 after it
	Late         *sec.Filing // the last notice of a late report, of the last 400 days
	Unreliable   *sec.Filing // the last notice that reports are not to be relied on, of the last three years
}

// The periods in which a notice counts.
const (
	lateFor       = 400 * 24 * time.Hour
	unreliableFor = 1095 * 24 * time.Hour
)

// Filings reads the filer's list, which is in the order of time, the newest first.
func (p *Party) Filings(now time.Time) Filings {
	var f Filings
	if p.Filer == nil {
		return f
	}

	since := func(filing sec.Filing) time.Duration {
		day, err := time.Parse(time.DateOnly, filing.Filed)
		if err != nil {
			return 1 << 62
		}
		return now.Sub(day)
	}

	for i := range p.Filer.Filings {
		filing := &p.Filer.Filings[i]
		form := strings.ToUpper(strings.TrimSuffix(filing.Form, "/A"))
		age := since(*filing)
		switch {
		case periodic[form]:
			if f.Periodic == nil {
				f.Periodic = filing
				f.Current = age <= currentFor && f.Deregistered == nil
			}
		case strings.HasPrefix(form, "15-"), strings.HasPrefix(form, "15F-"):
			if f.Periodic == nil && f.Deregistered == nil {
				f.Deregistered = filing
			}
		case form == "NT 10-K", form == "NT 10-Q":
			if f.Late == nil && age <= lateFor {
				f.Late = filing
			}
		case form == "8-K" && hasItem(filing.Items, "4.02"):
			if f.Unreliable == nil && age <= unreliableFor {
				f.Unreliable = filing
			}
		}
	}

	return f
}

var periodic = map[string]bool{
	"10-K":  true,
	"10-KT": true,
	"10-Q":  true,
	"10-QT": true,
	"20-F":  true,
	"40-F":  true,

	// Until 2009.
	"10-K405": true,
	"10-KSB":  true,
	"10-QSB":  true,
}

func hasItem(items []string, wanted string) bool {
	return slices.ContainsFunc(items, func(item string) bool { return strings.TrimSpace(item) == wanted })
}
