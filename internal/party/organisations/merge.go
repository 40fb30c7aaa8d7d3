package organisations

import (
	"cmp"
	"math"
	"slices"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// scored is a candidate by the name that it is proved by, else by the most alike of its names; nil when none is alike.
func (s *search) scored(c *Candidate, source string, names []called) *Candidate {
	for _, n := range names {
		_, score := s.r.compare.likeness(s.asked.text, filerName(n.name))
		if s.asked.begins(s.r.compare.rule.Read(n.name)) {
			score = max(score, cutScore)
		}
		if score > c.nameOnly {
			c.nameOnly = score
			c.Matched = n.name
		}
	}

	if c.Match = s.r.compare.proved(s.asked, source, c.Place, names); c.Match != nil {
		c.nameOnly = max(c.nameOnly, provedScore)
		c.Matched = c.Match.Name
	}
	if c.nameOnly < leastScore {
		return nil
	}
	return c
}

// provedScore is that of a name that is the same by the rule, however it is written.
const provedScore = 98

// cutScore is the least score of a name that begins with all of the one asked for, or the other way round.
const cutScore = 75

// listed is a filer. Of one whose own record was not read it is known that the name is or was its own.
func (s *search) listed(h hit) *Candidate {
	c := &Candidate{
		Name:     h.Name,
		Matched:  h.Name,
		nameOnly: h.score,
		CIK:      h.CIK,
		Filer:    s.read[h.CIK],
		Sources:  []string{SEC},
	}
	for _, listing := range h.Listings {
		c.Tickers = append(c.Tickers, listing.Ticker)
	}

	names := []called{{name: h.Name, fit: NameNow}}
	if c.Filer != nil {
		c.Name = c.Filer.Name
		c.Place = Place(c.Filer.State)
		c.Country = cmp.Or(country(c.Place), country(Place(c.Filer.Business.StateOrCountry)))
		names = calledFiler(c.Filer)
		if h.entry && s.r.compare.proved(s.asked, SEC, c.Place, names) == nil {
			names = append(names, called{name: h.Name, fit: NameThen}) // the record leaves out names of no filing
		}
	}
	return s.scored(c, SEC, names)
}

func (s *search) registered(r *gleif.Record) *Candidate {
	return s.scored(&Candidate{
		Name:    r.Entity.LegalName.Name,
		LEI:     r.LEI,
		Record:  r,
		Place:   r.Entity.Jurisdiction,
		Country: cmp.Or(r.Entity.LegalAddress.Country, country(r.Entity.Jurisdiction)),
		Sources: []string{GLEIF},
	}, GLEIF, calledRecord(r))
}

// described is an item that is an organisation: it has an identifier that only those have.
func (s *search) described(item *wikidata.Item) *Candidate {
	organised := len(item.Listings()) > 0
	for _, property := range []string{
		wikidata.PropLEI, wikidata.PropCIK, wikidata.PropISIN, wikidata.PropEIN,
	} {
		organised = organised || len(item.Strings(property)) > 0
	}
	if !organised {
		return nil
	}
	return s.scored(&Candidate{
		Name:    item.Label(),
		QID:     item.QID,
		Item:    item,
		Sources: []string{Wikidata},
	}, Wikidata, calledItem(item))
}

// mergeRecord adds a record of GLEIF to the filer that it is, or to the list.
func (s *search) mergeRecord(list []*Candidate, c *Candidate) []*Candidate {
	var fit []*Candidate
	for _, other := range list {
		if other.LEI == c.LEI {
			return list
		}
		if other.Filer != nil && other.Record == nil && joinable(c.Record) && s.oneEntity(other.Filer, c.Record) {
			fit = append(fit, other)
		}
	}
	if len(fit) != 1 || s.namesake(c.Record, fit[0].Filer) {
		return append(list, c)
	}

	filer := fit[0]
	filer.LEI = c.LEI
	filer.Record = c.Record
	filer.Place = cmp.Or(c.Place, filer.Place)
	filer.Country = cmp.Or(filer.Country, c.Country)
	filer.Sources = append(filer.Sources, GLEIF)
	if c.nameOnly > filer.nameOnly {
		filer.nameOnly = c.nameOnly
		filer.Matched = c.Matched
	}
	if c.Match.rank() > filer.Match.rank() {
		filer.Match = c.Match
		filer.Matched = c.Matched
	}
	return list
}

func (s *search) oneEntity(filer *sec.Submissions, record *gleif.Record) bool {
	return validLEI(filer.LEI) == record.LEI || s.r.compare.onlyByName(filerEntry(filer), recordEntry(record)).join
}

// namesake says whether another record fits the filer as well.
func (s *search) namesake(record *gleif.Record, filer *sec.Submissions) bool {
	for i := range s.records {
		other := &s.records[i]
		if other.LEI != record.LEI && joinable(other) && other.Entity.Status == "ACTIVE" &&
			s.oneEntity(filer, other) {
			return true
		}
	}
	return false
}

// mergeItem adds an item of Wikidata to the entries whose identifiers it states, or to the list. One that states those
// of several stays by itself.
func (s *search) mergeItem(list []*Candidate, c *Candidate) []*Candidate {
	ciks := valid(c.Item.Strings(wikidata.PropCIK), validCIK)
	leis := valid(c.Item.Strings(wikidata.PropLEI), validLEI)

	stated := each.Where(list, func(other *Candidate) bool {
		return other.QID == "" && (slices.Contains(ciks, other.CIK) || slices.Contains(leis, other.LEI))
	})
	if len(stated) == 2 {
		list, stated = s.bridge(list, stated)
	}
	if len(stated) == 1 && stated[0].nameOnly > 0 {
		into := stated[0]
		into.QID = c.QID
		into.Item = c.Item
		into.Sources = append(into.Sources, Wikidata)
		return list
	}

	if len(ciks) == 1 {
		c.CIK = ciks[0]
	}
	if len(leis) == 1 {
		c.LEI = leis[0]
	}
	for _, listing := range c.Item.Listings() {
		c.Tickers = append(c.Tickers, listing.Ticker)
	}
	if len(stated) > 0 {
		c.CIK = ""
		c.LEI = ""
	}
	return append(list, c)
}

// bridge puts a filer and a record together that an item states both of, if their names and places allow it.
func (s *search) bridge(list, stated []*Candidate) (rest, merged []*Candidate) {
	filer := stated[0]
	record := stated[1]
	if filer.Filer == nil || record.Record == nil || filer.Record != nil ||
		!s.r.compare.registered(filerEntry(filer.Filer), recordEntry(record.Record), CrossRef).join {
		return list, stated
	}
	filer.LEI = record.LEI
	filer.Record = record.Record
	filer.Sources = append(filer.Sources, GLEIF)
	rest = slices.DeleteFunc(list, func(c *Candidate) bool { return c == record })
	return rest, []*Candidate{filer}
}

// weigh works the score out.
func (c *Candidate) weigh() {
	c.weight = c.nameOnly
	if len(c.Tickers) > 0 && slices.Contains(c.Sources, SEC) {
		c.weight += forListed
	}
	if r := c.Record; r != nil {
		switch {
		case r.Entity.Category == "BRANCH":
			c.weight += forBranch
		case r.Registration.Status == "ISSUED" && r.Entity.Status == "ACTIVE":
			c.weight += forIssued
		case r.Registration.Status == "LAPSED", r.Registration.Status == "RETIRED", r.Entity.Status == "INACTIVE":
			c.weight += forLapsed
		}
	}
	c.Score = max(0, min(100, int(math.Round(c.weight))))
}
