package safety

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nhtsa"
)

// Names of the sources of /safety/vehicle in answers.
const (
	srcDecoder    = "nhtsa_vpic"
	srcRecalls    = "nhtsa_recalls"
	srcComplaints = "nhtsa_complaints"
	srcRatings    = "nhtsa_ratings"
)

const (
	feedBudget      = 25 * time.Second
	mostRatedModels = 4 // names of a model in the ratings that are asked for
	mostVariants    = 10
)

// subject is the vehicle that is asked about.
type subject struct {
	maker, model string
	year         int
	further      []string // what the VIN says beside the model: series and trim
}

// feed is what a database has on a model.
type feed[T any] struct {
	rows   []T
	model  string   // the name that rows were found under
	others []string // related names that are not counted
	listed bool     // the database's list has the model under its own name
	unread error    // why the list of models could not be read, though there are rows
	clear  bool     // the list has models of the make and year, and none that is related
}

// any says whether the database has the model, or names that may be the model's.
func (f feed[T]) any() bool { return len(f.rows) > 0 || f.listed || len(f.others) > 0 }

// feedOf asks a database for the model and, side by side, for its list of models. It asks again under names that the
// list has: other spellings, those that add a body and, without rows, that which the model has there.
func feedOf[T any](
	ctx context.Context, s subject,
	ask func(ctx context.Context, model string) ([]T, error), list func(context.Context) ([]string, error),
) (feed[T], error) {
	type both struct {
		rows  []T
		names []string
	}
	var b both
	fused := upstream.FuseInto(ctx, &b,
		upstream.Part("rows", 0, func(ctx context.Context) ([]T, error) { return ask(ctx, s.model) },
			func(b *both, rows []T) { b.rows = rows }),
		upstream.Part("names", 0, list, func(b *both, names []string) { b.names = names }),
	)
	if err := fused.Failure("rows"); err != nil {
		return feed[T]{}, err
	}

	called := calls(s.model, b.names)
	f := feed[T]{
		rows:   b.rows,
		listed: len(called.same) > 0,
		clear:  len(b.names) > 0 && len(called.related()) == 0,
	}
	names := slices.Concat(called.same, called.bodies(s.model))
	related := called.longer
	switch err := fused.Failure("names"); {
	case len(b.rows) > 0:
		f.model = s.model
		f.unread = err
	case err != nil:
		return feed[T]{}, err // no rows under a name that may be another's is no answer
	default:
		names = called.sure(s.model, s.further)
		related = called.related()
	}
	f.others = slices.DeleteFunc(related, func(other string) bool {
		return slices.Contains(names, other) || plain(other) == plain(s.model)
	})
	var asked []upstream.Source[[]T]
	for _, name := range names {
		if !strings.EqualFold(name, s.model) {
			asked = append(asked, upstream.Source[[]T]{
				Name: name,
				Call: func(ctx context.Context) ([]T, error) { return ask(ctx, name) },
			})
		}
	}
	for _, outcome := range upstream.Fuse(ctx, asked...) {
		if outcome.Err != nil {
			return feed[T]{}, outcome.Err
		}
		f.rows = append(f.rows, outcome.Value...)
		if len(outcome.Value) > 0 && f.model != "" {
			f.model += ", "
		}
		if len(outcome.Value) > 0 {
			f.model += outcome.Name
		}
	}
	return f, nil
}

func (h *Handlers) recalls(s subject) func(context.Context) (feed[nhtsa.Recall], error) {
	return func(ctx context.Context) (feed[nhtsa.Recall], error) {
		return feedOf(ctx, s,
			func(ctx context.Context, model string) ([]nhtsa.Recall, error) {
				rows, err := h.vehicles.Recalls(ctx, s.maker, model, s.year)
				return slices.DeleteFunc(slices.Clone(rows), func(r nhtsa.Recall) bool {
					return r.ModelYear != "" && string(r.ModelYear) != strconv.Itoa(s.year)
				}), err
			},
			h.models(s, nhtsa.OfRecalls))
	}
}

func (h *Handlers) complaints(s subject) func(context.Context) (feed[nhtsa.Complaint], error) {
	return func(ctx context.Context) (feed[nhtsa.Complaint], error) {
		return feedOf(ctx, s,
			func(ctx context.Context, model string) ([]nhtsa.Complaint, error) {
				rows, err := h.vehicles.Complaints(ctx, s.maker, model, s.year)
				return slices.DeleteFunc(slices.Clone(rows), func(c nhtsa.Complaint) bool {
					return ofAnother(c, s.maker, model, s.year)
				}), err
			},
			h.models(s, nhtsa.OfComplaints))
	}
}

// ofAnother is true for a complaint whose vehicles are all of other makes, models or years.
func ofAnother(c nhtsa.Complaint, maker, model string, year int) bool {
	others := false
	for _, product := range c.Products {
		if product.Type != "Vehicle" {
			continue
		}
		if isOrUnsaid(string(product.Year), strconv.Itoa(year)) && isOrUnsaid(product.Make, maker) &&
			isOrUnsaid(product.Model, model) {
			return false
		}
		others = true
	}
	return others
}

func isOrUnsaid(said, wanted string) bool { return said == "" || plain(said) == plain(wanted) }

func (h *Handlers) models(s subject, of string) func(context.Context) ([]string, error) {
	return func(ctx context.Context) ([]string, error) { return h.vehicles.Models(ctx, s.maker, s.year, of) }
}

// rated are the ratings of a model's variants.
type rated struct {
	variants []nhtsa.Rating
	models   []string // the names that they were found under
	more     bool     // there are more variants than were asked for
	others   []string // names in the ratings, of a model that is not among them
	related  []string // those of them that may be the model, and are not rated here
}

// ratings gives the ratings of a model: under its own name, or of all its variants where the ratings have it under
// longer names only.
func (h *Handlers) ratings(s subject) func(context.Context) (rated, error) {
	return func(ctx context.Context) (rated, error) {
		variants, err := h.vehicles.Variants(ctx, s.maker, s.model, s.year)
		if err != nil {
			return rated{}, err
		}
		r := rated{models: []string{s.model}}
		if len(variants) == 0 {
			variants, r, err = h.otherVariants(ctx, s)
			if err != nil || len(variants) == 0 {
				return r, err
			}
		}
		if len(variants) > mostVariants {
			variants = variants[:mostVariants]
			r.more = true
		}

		ask := func(ctx context.Context, v nhtsa.Variant) (*nhtsa.Rating, error) {
			return h.vehicles.Rating(ctx, int64(v.ID))
		}
		for i, outcome := range upstream.AskEach(ctx, srcRatings, variants, ask) {
			if outcome.Err != nil {
				return rated{}, outcome.Err // the one that is missing may be the worst
			}
			rating := *outcome.Value
			named := func(model string) bool { return isOrUnsaid(rating.Model, model) }
			if !isOrUnsaid(rating.Make, s.maker) || !slices.ContainsFunc(r.models, named) {
				return rated{}, upstream.BadResponse.Errorf("a rating of another make or model")
			}
			rating.Description = cmp.Or(rating.Description, variants[i].Description)
			r.variants = append(r.variants, rating)
		}
		return r, nil
	}
}

// otherVariants looks for the model under the names that the ratings have for the make and year.
func (h *Handlers) otherVariants(ctx context.Context, s subject) ([]nhtsa.Variant, rated, error) {
	names, err := h.vehicles.RatedModels(ctx, s.maker, s.year)
	if err != nil {
		return nil, rated{}, err
	}
	called := calls(s.model, names)
	models := called.sure(s.model, s.further)
	models = slices.DeleteFunc(models, func(name string) bool { return strings.EqualFold(name, s.model) })
	r := rated{
		others:  names,
		related: slices.DeleteFunc(called.related(), func(name string) bool { return slices.Contains(models, name) }),
	}
	if len(models) == 0 {
		return nil, r, nil
	}
	r.more = len(models) > mostRatedModels
	r.models = models[:min(len(models), mostRatedModels)]

	ask := func(ctx context.Context, model string) ([]nhtsa.Variant, error) {
		return h.vehicles.Variants(ctx, s.maker, model, s.year)
	}
	lists, err := upstream.AskEach(ctx, srcRatings, r.models, ask).Values()
	if err != nil {
		return nil, rated{}, err
	}
	return slices.Concat(lists...), r, nil
}
