package kyb

import (
	"cmp"
	"strings"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// existence is the part about whether there is such a company, for one that was found.
func (s *signals) existence() gen.KybExistence {
	p := s.party
	status := gen.KybExistenceStatusMentioned
	var facts []string
	if p.Record != nil {
		status = gen.KybExistenceStatusRegistered
		facts = append(facts, "GLEIF has an entry")
	}
	if p.Filer != nil {
		status = gen.KybExistenceStatusRegistered
		facts = append(facts, "the SEC has an entry")
	}
	if organisations.InForce(p.Record) && proved(p.Record) {
		status = gen.KybExistenceStatusProved
		facts = append(facts, "the LEI's issuer found it in a national register")
	}
	if s.filings.Current {
		status = gen.KybExistenceStatusProved
		facts = append(facts, "it reports to the SEC")
	}
	if len(facts) == 0 {
		facts = append(facts, "Wikidata alone has it")
	}
	if note := p.Match.Note(); note != "" {
		facts = append(facts, "it "+note)
	}

	return gen.KybExistence{
		Status:    status,
		Detail:    strings.Join(facts, "; "),
		Registers: registers(p, entryRegisters...),
	}
}

// nobody is the part about a company that no register has, or that a name does not prove.
func nobody(p *organisations.Party, status gen.KybExistenceStatus, detail string) gen.KybExistence {
	return gen.KybExistence{
		Status:    status,
		Detail:    detail,
		Registers: registers(p, entryRegisters...),
	}
}

// standing is the part about the state in which the registers have the company.
func (s *signals) standing() *gen.KybStanding {
	p := s.party
	part := &gen.KybStanding{
		Status:    s.state(),
		Registers: registers(p, organisations.GLEIF, organisations.SEC),
	}
	if r := p.Record; r != nil {
		part.EntityStatus = response.OrNull(entityStatus(p))
		part.LeiStatus = response.OrNull(string(r.Registration.Status))
		if due := r.Registration.NextRenewal; due != nil {
			part.LeiRenewalDate = new(day(*due))
		}
	}
	if last := s.filings.Periodic; last != nil {
		part.LastReportForm = &last.Form
		part.LastReportDate = response.Day(last.Filed)
	}
	if end := s.filings.Deregistered; end != nil {
		part.DeregisteredDate = response.Day(end.Filed)
	}

	return part
}

// state is the first that holds.
func (s *signals) state() gen.KybStandingStatus {
	r := s.party.Record
	f := s.filings
	switch {
	case s.dissolved():
		return gen.KybStandingStatusDissolved
	case s.inactive():
		return gen.KybStandingStatusInactive
	case s.contradicted():
		return gen.KybStandingStatusDisputed
	case f.Current:
		return gen.KybStandingStatusGood
	case f.Periodic != nil && f.Deregistered == nil:
		return gen.KybStandingStatusOverdue
	case organisations.InForce(r):
		return gen.KybStandingStatusGood
	case r != nil && r.Registration.Status == "LAPSED":
		return gen.KybStandingStatusLapsed
	}

	return gen.KybStandingStatusUnknown
}

func entityStatus(p *organisations.Party) string {
	c := organisations.Candidate{Record: p.Record}
	return c.Status()
}

// entryRegisters are those that have entries of companies.
var entryRegisters = []string{
	organisations.GLEIF, organisations.SEC, organisations.SECNames, organisations.Wikidata,
}

// registers says of those that were asked what for, when, and whether they have the company.
func registers(p *organisations.Party, names ...string) []gen.KybRegister {
	rows := []gen.KybRegister{}
	for _, name := range names {
		for _, asked := range p.Asked {
			if asked.Name != name || asked.Skipped != "" {
				continue
			}
			id, found := entry(p, name)
			row := gen.KybRegister{
				Register:  name,
				Asked:     cmp.Or(id, p.Query.Value),
				Found:     &found,
				FetchedAt: response.Moment(&asked.FetchedAt),
			}
			if !found && upstream.Lacking(upstream.StatusOf(asked.Err)) {
				row.Found = nil
			}
			rows = append(rows, row)
		}
	}

	return rows
}

// entry is the identifier under which a register has the company, and whether it has it.
func entry(p *organisations.Party, register string) (id string, found bool) {
	switch register {
	case organisations.GLEIF:
		return response.OrZero(value(p.LEI)), p.Record != nil
	case organisations.SEC:
		return response.OrZero(value(p.CIK)), p.Filer != nil
	case organisations.SECNames:
		return "", p.Match != nil && p.Match.Source == organisations.SEC
	}
	return response.OrZero(value(p.QID)), p.Item != nil
}
