package organisations

import (
	"time"

	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// Status is whether an organisation exists.
type Status string

// The states.
const (
	Active    Status = "active"
	Inactive  Status = "inactive"
	Dissolved Status = "dissolved"
	Unknown   Status = "unknown"
)

// currentFor is how long after its last periodic report a filer counts as current: a year, and the time that a late
// annual report may take.
const currentFor = 400 * 24 * time.Hour

// Status is the organisation's state at a moment. The registers go before Wikidata. It is unknown where they contradict
// each other.
func (p *Party) Status(now time.Time) Status {
	filings := p.Filings(now)
	if p.Record != nil {
		end := p.End(now)
		over := p.Record.Entity.Status == "INACTIVE"
		switch {
		case (over || end != nil && end.Source == GLEIF) && p.goesOn(p.over(), now) != nil:
			return Unknown
		case end != nil && end.Source == GLEIF:
			return Dissolved
		case p.Record.Entity.Status == "ACTIVE":
			return Active
		case over:
			return Inactive
		}
	}

	if filings.Current {
		return Active
	}
	if p.Record == nil && p.End(now) != nil {
		return Dissolved
	}
	if filings.Deregistered != nil {
		return Inactive
	}

	return Unknown
}

// End is that an organisation was dissolved, as a register has it.
type End struct {
	Source string
	Day    time.Time // the first that it may have been on; zero when the register names none
	// Disputed is set if another register shows the organisation active at a later time.
	Disputed bool
}

// End is how an organisation ended, in the words of GLEIF or else of Wikidata; nil when neither says so, or only of a
// day to come.
func (p *Party) End(now time.Time) *End {
	if r := p.Record; r != nil && r.Entity.Expiration.Reason == "DISSOLVED" && !p.over().After(now) {
		return &End{
			Source:   GLEIF,
			Day:      p.over(),
			Disputed: p.goesOn(p.over(), now) != nil,
		}
	}

	if p.Item == nil {
		return nil
	}
	day, ok := p.Item.Day(wikidata.PropDissolved)
	if !ok || day.After(now) {
		return nil
	}

	return &End{
		Source:   Wikidata,
		Day:      day,
		Disputed: vouches(p.Record, day) || p.goesOn(day, now) != nil,
	}
}

// over is the day on which GLEIF says that the entity ended; zero when it names none.
func (p *Party) over() time.Time {
	if day := p.Record.Entity.Expiration.Date; day != nil {
		return *day
	}
	return time.Time{}
}

// InForce says whether GLEIF has the entity as active, under an LEI that is in force.
func InForce(r *gleif.Record) bool {
	return r != nil && r.Registration.Status == "ISSUED" && r.Entity.Status == "ACTIVE"
}

// vouches says whether GLEIF has the entity as active and has said so since a day.
func vouches(r *gleif.Record, since time.Time) bool {
	if !InForce(r) {
		return false
	}
	updated := r.Registration.Updated
	return updated == nil || !updated.Before(since)
}

// goesOn is what a filer still says that reported on a day or after it; nil for one that did not.
func (p *Party) goesOn(since, now time.Time) *Said {
	said := p.reporting(now)
	if said == nil || p.Filings(now).Periodic.Filed < since.UTC().Format(time.DateOnly) {
		return nil
	}
	return said
}

// reporting is the SEC's evidence for a filer that is current.
func (p *Party) reporting(now time.Time) *Said {
	f := p.Filings(now)
	if !f.Current {
		return nil
	}
	return &Said{
		Source: SEC,
		Value:  "reporting, last by form " + f.Periodic.Form + " of " + f.Periodic.Filed,
	}
}

// contradictions shows what registers say of an organisation that another has as ended.
func (w *work) contradictions() {
	p := w.party
	now := w.r.now()
	end := p.End(now)
	var said []Said
	disputed := false
	switch {
	case end != nil:
		said = append(said, Said{end.Source, onDay("dissolved", end.Day)})
		disputed = end.Disputed
	case p.Record != nil && p.Record.Entity.Status == "INACTIVE":
		said = append(said, Said{GLEIF, onDay("inactive", p.over())})
		disputed = p.goesOn(p.over(), now) != nil
	default:
		return
	}

	if end != nil && end.Source == Wikidata && InForce(p.Record) {
		said = append(said, Said{GLEIF, "active, with an LEI in force"})
	}
	if reporting := p.reporting(now); reporting != nil {
		said = append(said, *reporting)
	}
	switch {
	case disputed:
		w.clash("status", "another register says that it still existed later", said...)
	case len(said) > 1:
		w.conflict("status", "the others have said nothing since", said...)
	}
}

func onDay(what string, day time.Time) string {
	if day.IsZero() {
		return what
	}
	return what + " on " + day.UTC().Format(time.DateOnly)
}
