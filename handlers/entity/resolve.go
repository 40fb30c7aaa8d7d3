package entity

import (
	"context"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/entity"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/sec"
)

const disclaimer = "Put together from public registers at the times given. An identifier that is missing may exist; " +
	"one whose confidence is below 0.9 should be looked up at its url before anything is filed on it. Not legal advice."

// maxFilings is how many filings an answer lists.
const maxFilings = 10

// EntityResolve answers GET /entity/resolve.
func (h *Handlers) EntityResolve(
	ctx context.Context, req gen.EntityResolveRequestObject,
) (gen.EntityResolveResponseObject, error) {
	p := req.Params
	query, err := organisations.Inputs{
		Name:   p.Name,
		Ticker: p.Ticker,
		CIK:    p.Cik,
		LEI:    p.Lei,
		QID:    p.Qid,
		ISIN:   p.Isin,
	}.Query()
	if err != nil {
		return nil, err
	}

	wants := func(block gen.EntityResolveParamsInclude) bool { return slices.Contains(p.Include, block) }
	party, err := h.registers.Resolve(ctx, query, organisations.Options{
		Hierarchy:  wants(gen.Hierarchy),
		Securities: true,
	})
	if err != nil {
		return nil, failure(query, err)
	}

	answer := h.answer(party)
	if wants(gen.Names) {
		answer.Names = otherNames(party)
	}
	if wants(gen.Addresses) {
		answer.Addresses = addresses(party)
	}
	if wants(gen.Filings) && party.Filer != nil {
		answer.Filings = filings(party.Filer)
	}
	if party.Hierarchy != nil {
		answer.Hierarchy = hierarchy(party.Hierarchy)
	}
	return gen.EntityResolve200JSONResponse(answer), nil
}

// answer is what every query gives.
func (h *Handlers) answer(p *organisations.Party) gen.EntityResolve {
	now := h.now()
	answer := gen.EntityResolve{
		Query: gen.EntityQuery{
			Type:  gen.EntityQueryType(p.Query.Kind),
			Value: p.Query.Value,
		},
		LegalName:    p.LegalName(),
		Jurisdiction: response.OrNull(p.Jurisdiction()),
		Country:      response.OrNull(p.Country()),
		Status:       gen.EntityResolveStatus(p.Status(now)),
		EntityType:   response.OrNull(p.Type()),
		Match:        response.NameMatch(p.Match),
		MatchScore:   p.Score,
		Identifiers:  identifiers(p),
		Provenance:   provenance(p),
		Alternatives: candidates(p.Alternatives),
		Sources:      response.Registers(p.Asked),
		Partial:      p.Partial(),
		CheckedAt:    now.UTC().Truncate(time.Second),
		Disclaimer:   disclaimer,
	}

	answer.Conflicts = response.Items(response.Each(p.Conflicts, conflict))

	if p.Fund != nil {
		answer.Fund = &gen.EntityFund{
			SeriesID: p.Fund.SeriesID,
			ClassID:  p.Fund.ClassID,
		}
	}

	return answer
}

func conflict(c organisations.Conflict) gen.EntityConflict {
	row := gen.EntityConflict{
		Field:  c.Field,
		Values: []gen.EntitySaid{},
		Detail: c.Detail,
	}
	for _, said := range c.Values {
		row.Values = append(row.Values, gen.EntitySaid(said))
	}
	return row
}

func identifiers(p *organisations.Party) gen.EntityIdentifiers {
	ids := gen.EntityIdentifiers{
		Cik:     value(p.CIK),
		Lei:     value(p.LEI),
		Qid:     value(p.QID),
		Ein:     value(p.EIN),
		Tickers: []gen.EntityTicker{},
		Isins:   []gen.EntityISIN{},
	}

	for _, t := range p.Tickers {
		ids.Tickers = append(ids.Tickers, gen.EntityTicker{
			Ticker:   t.Value,
			Exchange: response.OrNull(t.Exchange),
		})
	}

	for _, i := range p.ISINs {
		ids.Isins = append(ids.Isins, gen.EntityISIN{
			Isin:         i.Value,
			SecurityType: response.OrNull(gen.EntityISINSecurityType(i.Sort)),
		})
	}

	if p.ISINsCounted {
		ids.IsinTotal = &p.ISINTotal
	}
	return ids
}

func value(id *organisations.Identifier) *string {
	if id == nil {
		return nil
	}
	return &id.Value
}

func provenance(p *organisations.Party) []gen.EntityProvenance {
	rows := []gen.EntityProvenance{}
	add := func(kind gen.EntityProvenanceIdentifier, id *organisations.Identifier) {
		if id != nil {
			rows = append(rows, gen.EntityProvenance{
				Identifier: kind,
				Value:      id.Value,
				Source:     id.Source,
				Method:     gen.EntityProvenanceMethod(id.Method),
				Confidence: id.Confidence,
				URL:        response.OrNull(id.URL),
			})
		}
	}

	add(gen.EntityProvenanceIdentifierCik, p.CIK)
	add(gen.EntityProvenanceIdentifierLei, p.LEI)
	add(gen.EntityProvenanceIdentifierQid, p.QID)
	add(gen.EntityProvenanceIdentifierEin, p.EIN)
	for i := range p.Tickers {
		add(gen.EntityProvenanceIdentifierTicker, &p.Tickers[i].Identifier)
	}

	for i := range p.ISINs {
		add(gen.EntityProvenanceIdentifierIsin, &p.ISINs[i].Identifier)
	}
	return rows
}

func filings(filer *sec.Submissions) []gen.EntityFiling {
	rows := []gen.EntityFiling{}
	for _, f := range filer.Filings[:min(len(filer.Filings), maxFilings)] {
		rows = append(rows, gen.EntityFiling{
			Form:      f.Form,
			FiledDate: f.Filed,
			Accession: f.Accession,
			URL:       sec.FilingURL(filer.CIK, f.Accession),
		})
	}
	return rows
}

func hierarchy(h *organisations.Hierarchy) *gen.EntityHierarchy {
	block := &gen.EntityHierarchy{
		DirectParent:            parent(h.Direct),
		DirectParentException:   response.OrNull(h.Direct.Exception),
		UltimateParent:          parent(h.Ultimate),
		UltimateParentException: response.OrNull(h.Ultimate.Exception),
		Children:                []gen.EntityRelative{},
		ChildrenTotal:           h.ChildrenTotal,
	}
	for i := range h.Children {
		block.Children = append(block.Children, relative(&h.Children[i]))
	}
	block.Truncated = h.ChildrenTotal != nil && *h.ChildrenTotal > len(h.Children)
	return block
}
