package entity

import (
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/entity"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

func parent(p organisations.Parent) *gen.EntityRelative {
	if p.Relative == nil {
		return nil
	}
	row := relative(p.Relative)
	return &row
}

func relative(r *organisations.Relative) gen.EntityRelative {
	return gen.EntityRelative{
		Lei:                r.LEI,
		Name:               r.Name,
		Country:            response.OrNull(r.Country),
		RelationshipStatus: response.OrNull(strings.ToLower(r.Relationship)),
		CorroborationLevel: response.OrNull(r.Corroboration),
	}
}

// otherNames are the names beside the legal one, each once.
func otherNames(p *organisations.Party) *gen.EntityNames {
	block := &gen.EntityNames{
		Former: []gen.EntityFormerName{},
		Other:  []string{},
	}

	other := func(name string) {
		if name != "" && name != p.LegalName() && !slices.Contains(block.Other, name) {
			block.Other = append(block.Other, name)
		}
	}

	if p.Filer != nil {
		for _, former := range p.Filer.FormerNames {
			block.Former = append(block.Former, gen.EntityFormerName{
				Name:         former.Name,
				LastUsedDate: response.OrNull(day(former.To)),
				Source:       organisations.SEC,
			})
		}
		other(p.Filer.Name)
	}

	if p.Record != nil {
		for _, list := range [][]gleif.Text{p.Record.Entity.OtherNames, p.Record.Entity.Transliterated} {
			for _, name := range list {
				if name.Type == "PREVIOUS_LEGAL_NAME" {
					block.Former = append(block.Former, gen.EntityFormerName{
						Name:   name.Name,
						Source: organisations.GLEIF,
					})
					continue
				}
				other(name.Name)
			}
		}
	}

	if p.Item != nil {
		for _, former := range p.Item.Former(wikidata.PropOfficial) {
			block.Former = append(block.Former, gen.EntityFormerName{
				Name:         former.Text,
				LastUsedDate: response.OrNull(day(former.Until)),
				Source:       organisations.Wikidata,
			})
		}
		for _, name := range append(p.Item.Strings(wikidata.PropOfficial), p.Item.Label()) {
			other(name)
		}
		for _, name := range p.Item.Aliases() {
			other(name)
		}
	}

	return block
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// addresses are those of the registers: GLEIF has both, the SEC the business address.
func addresses(p *organisations.Party) *gen.EntityAddresses {
	block := &gen.EntityAddresses{}
	if p.Record != nil {
		block.Legal = ofRecord(p.Record.Entity.LegalAddress)
		block.Headquarters = ofRecord(p.Record.Entity.Headquarters)
	} else if p.Filer != nil {
		block.Headquarters = ofFiler(p.Filer.Business)
	}
	return block
}

func ofRecord(a gleif.Address) *gen.EntityAddress {
	return &gen.EntityAddress{
		Lines:    append([]string{}, a.Lines...),
		City:     response.OrNull(a.City),
		Region:   response.OrNull(a.Region),
		Postcode: response.OrNull(a.Postcode),
		Country:  response.OrNull(a.Country),
		Source:   organisations.GLEIF,
	}
}

func ofFiler(a sec.Address) *gen.EntityAddress {
	where := organisations.Place(a.StateOrCountry)
	country, _, partOf := strings.Cut(where, "-")
	address := &gen.EntityAddress{
		Lines:    []string{},
		City:     response.OrNull(a.City),
		Postcode: response.OrNull(a.ZIP),
		Country:  response.OrNull(country),
		Source:   organisations.SEC,
	}

	if partOf {
		address.Region = &where
	}

	for _, line := range []string{a.Street1, a.Street2} {
		if line != "" {
			address.Lines = append(address.Lines, line)
		}
	}

	return address
}
