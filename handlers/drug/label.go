package drug

import (
	"cmp"
	"context"
	"slices"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

const maxOtherLabels = 10

// DrugLabel answers GET /drug/label.
func (h *Handlers) DrugLabel(ctx context.Context, req gen.DrugLabelRequestObject) (gen.DrugLabelResponseObject, error) {
	id, err := h.names.Name(ctx, "drug", req.Params.Drug)
	if err != nil {
		return nil, err
	}
	got, err := h.labelAndSalts(ctx, id)
	if err != nil {
		return nil, err
	}
	if got.label == nil {
		return nil, id.noLabel("drug")
	}

	answer := labelAnswer(id, got.label)
	answer.Drug = id.asked
	answer.OtherSalts = got.salts.besides(append(id.salts(), got.label.generic)...)
	answer.Sources = slices.Concat(id.sources, got.sources, []shared.Source{got.salts.source})
	answer.Partial = response.Partial(answer.Sources)
	answer.Attribution = creditDrugs + "; " + creditLabel
	answer.Disclaimer = disclaimer
	return answer, nil
}

// answered is what /drug/label has of a drug.
type answered struct {
	label   *labelText
	sources []shared.Source // of the label
	salts   salted
}

// labelAndSalts asks for the label of a drug and, concurrently, for the salts that it may not cover.
func (h *Handlers) labelAndSalts(ctx context.Context, id identity) (answered, error) {
	labels := func(ctx context.Context) (answered, error) {
		label, sources, err := h.label(ctx, id)
		return answered{label: label, sources: sources}, err
	}
	salts := func(ctx context.Context) (salted, error) { return h.names.saltsOf(ctx, id) }

	var got answered
	fused := upstream.FuseInto(ctx, &got,
		upstream.Part(sourceLabels, 0, labels, func(got *answered, l answered) { *got = l }),
		upstream.Part(sourceSalts, 0, salts, func(got *answered, s salted) { got.salts = s }),
	)
	if err := fused.Failure(sourceSalts); err != nil {
		got.salts.source = response.Source(sourceSalts, err)
	}
	return got, fused.Failure(sourceLabels)
}

func labelAnswer(id identity, label *labelText) gen.DrugLabel200JSONResponse {
	others, more := otherLabels(id, label.setID)
	answer := gen.DrugLabel200JSONResponse{
		Resolved:             id.shown(),
		BrandName:            response.OrNull(label.brand),
		GenericName:          response.OrNull(label.generic),
		Manufacturer:         response.OrNull(label.maker),
		SetID:                label.setID,
		Version:              label.version,
		EffectiveDate:        label.effective,
		ProductType:          response.OrNull(label.productType),
		Route:                label.route,
		Sections:             label.sections,
		Source:               label.source,
		OtherLabels:          others,
		OtherLabelsTruncated: more,
		DailymedURL:          label.url(),
	}

	if label.effective != nil {
		answer.EffectiveDateBasis = new(label.basis)
	}
	return answer
}

// otherLabels are labels of the same ingredients, one for each company, form and route; nil where the directory, which
// names them, was not read.
func otherLabels(id identity, but string) (list []gen.DrugOtherLabel, more bool) {
	if id.unread != nil {
		return nil, false
	}
	list = []gen.DrugOtherLabel{}
	seen := map[string]bool{but: true}
	for _, p := range id.preferred() {
		setID := cmp.Or(p.Names.SetID...)
		kind := p.Labeler + "|" + formOf(p)
		if setID == "" || seen[setID] || seen[kind] {
			continue
		}
		seen[setID] = true
		seen[kind] = true
		if len(list) == maxOtherLabels {
			return list, true
		}
		list = append(list, gen.DrugOtherLabel{
			SetID:       setID,
			BrandName:   response.OrNull(p.Brand),
			Labeler:     response.OrNull(p.Labeler),
			ProductType: response.OrNull(p.ProductType),
			Route:       p.Route,
			DosageForm:  response.OrNull(p.Form),
		})
	}

	return list, id.more
}
