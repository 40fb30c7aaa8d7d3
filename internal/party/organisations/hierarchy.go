package organisations

import (
	"context"

	"github.com/farebox/farebox/internal/upstream/gleif"
)

// maxChildren is how many children an answer lists.
const maxChildren = 50

// Hierarchy is whom an organisation belongs to and who belongs to it, by accounting consolidation, as it reported it to
// GLEIF itself.
type Hierarchy struct {
	Direct   Parent
	Ultimate Parent

	Children      []Relative
	ChildrenTotal *int // nil when it is not known

	reported map[string]gleif.Relationship // to children, by LEI
}

// relate puts children and what was reported of their relationships together, which come apart.
func (h *Hierarchy) relate() {
	for i := range h.Children {
		child := &h.Children[i]
		if relationship, ok := h.reported[child.LEI]; ok {
			child.Relationship = relationship.Status
			child.Corroboration = relationship.Corroboration
		}
	}
}

// Parent is a parent, or why there is none. Both are empty when GLEIF has neither, or did not answer.
type Parent struct {
	*Relative
	Exception string // NON_CONSOLIDATING, NATURAL_PERSONS, NO_KNOWN_PERSON, NO_LEI ...
}

// Relative is another entity of GLEIF.
type Relative struct {
	LEI           string
	Name          string
	Country       string
	Relationship  string // ACTIVE, INACTIVE; "" when it is not known
	Corroboration string // of the relationship
}

func relative(r *gleif.Record) *Relative {
	return &Relative{
		LEI:     r.LEI,
		Name:    r.Entity.LegalName.Name,
		Country: r.Entity.LegalAddress.Country,
	}
}

// hierarchySteps ask for what the record's links say that there is.
func (w *work) hierarchySteps(record *gleif.Record, add adder) {
	if w.party.Hierarchy == nil {
		w.party.Hierarchy = &Hierarchy{}
	}
	links := record.Links
	w.parentSteps(record.LEI, gleif.Direct, links.DirectParent, links.DirectException, add)
	w.parentSteps(record.LEI, gleif.Ultimate, links.UltimateParent, links.UltimateException, add)

	// A record without a link to children is asked for them all the same: a link that is not there would make a count
	// of 0 out of nothing.
	add("children", GLEIF, func(ctx context.Context) (func(*work), error) {
		children, total, err := w.r.gleif.Children(ctx, record.LEI, maxChildren)
		return func(w *work) {
			h := w.party.Hierarchy
			h.ChildrenTotal = &total
			for i := range children {
				h.Children = append(h.Children, *relative(&children[i]))
			}
			h.relate()
		}, err
	})
	add("child relationships", GLEIF, func(ctx context.Context) (func(*work), error) {
		reported, err := w.r.gleif.ChildRelationships(ctx, record.LEI, maxChildren)
		return func(w *work) {
			w.party.Hierarchy.reported = reported
			w.party.Hierarchy.relate()
		}, err
	})
}

func (w *work) parentSteps(lei string, level gleif.Level, parent, exception bool, add adder) {
	at := func(h *Hierarchy) *Parent {
		if level == gleif.Direct {
			return &h.Direct
		}
		return &h.Ultimate
	}
	switch {
	case parent:
		add(string(level)+" parent", GLEIF, func(ctx context.Context) (func(*work), error) {
			record, err := w.r.gleif.Parent(ctx, lei, level)
			if err != nil {
				return nil, err
			}

			return func(w *work) { at(w.party.Hierarchy).take(relative(record), gleif.Relationship{}) }, nil
		})
		add(string(level)+" relationship", GLEIF, func(ctx context.Context) (func(*work), error) {
			relationship, err := w.r.gleif.Relationship(ctx, lei, level)
			return func(w *work) { at(w.party.Hierarchy).take(nil, relationship) }, err
		})
	case exception:
		add(string(level)+" exception", GLEIF, func(ctx context.Context) (func(*work), error) {
			reason, err := w.r.gleif.Exception(ctx, lei, level)
			return func(w *work) { at(w.party.Hierarchy).Exception = reason }, err
		})
	}
}

// take joins the entity and its relationship, which arrive separately, the entity first.
func (p *Parent) take(entity *Relative, relationship gleif.Relationship) {
	if entity != nil {
		p.Relative = entity
	}
	if p.Relative != nil && relationship.Status != "" {
		p.Relationship = relationship.Status
		p.Corroboration = relationship.Corroboration
	}
}
