package bank

import (
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/response"
)

// Names of lists without a publisher's dataset.
const (
	ownID     = "bank-own"
	builtInID = "bank-selection"
)

// sources are the lists that an answer about a country uses, or would have used, and the expired tables.
func (h *Handlers) sources(country string, tables ...dated.Table) []shared.Source {
	out := append([]shared.Source{}, response.PastTables(h.now(), tables...)...)
	if country == "" {
		return out
	}

	used := h.banks.of(country)
	if f := h.banks.feed(country); f != nil {
		published := response.List(f.data.Status(f.title))
		if list, _, err := f.data.Get(); err == nil && list.source.asOf != "" {
			published.AsOf = day(list.source.asOf)
		}
		out = append(out, published)
	}

	switch {
	case used == nil:
	case used == h.banks.builtIn:
		out = append(out, response.Aged(kept(builtInID, used), DatedSelection, h.now()))
	case used == h.banks.own[country]:
		out = append(out, kept(ownID, used))
	}

	if h.inSEPA(country) {
		out = append(out, response.List(h.banks.registers.Status(registersTitle)))
	}
	return out
}

// kept is a list that is kept locally and not requested from anyone.
func kept(name string, list *index) shared.Source {
	return shared.Source{
		Name:    name,
		Status:  shared.SourceStatusOk,
		AsOf:    day(list.source.asOf),
		Records: new(list.banks),
		Detail:  new(list.source.name),
	}
}

// day is the start of a day like 2026-11-22, or nil.
func day(text string) *time.Time {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return nil
	}
	return &at
}
