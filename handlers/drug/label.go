package drug

import (
	"context"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

const maxOtherLabels = 10

// DrugLabel answers GET /drug/label.
func (h *Handlers) DrugLabel(
	ctx context.Context, req gen.DrugLabelRequestObject,
) (gen.DrugLabelResponseObject, error) {
	id, err := h.names.Name(ctx, "drug", req.Params.Drug)
	if err != nil {
		return nil, err
	}
	label, salts, sources, err := h.labelAndSalts(ctx, id)
	if err != nil {
		return nil, err
	}
	if label == nil {
		return nil, id.noLabel("drug")
	}

	answer := labelAnswer(id, label)
	answer.Drug = id.asked
	answer.OtherSalts = salts.besides(append(id.salts(), label.generic)...)
	answer.Sources = append(append([]shared.Source{}, id.sources...), sources...)
	answer.Partial = response.Partial(answer.Sources)
	answer.Attribution = creditDrugs + "; " + creditLabel
	answer.Disclaimer = disclaimer
	return answer, nil
}

// labelAndSalts asks for the label of a drug and, beside it, for the salts that it may not be of.
func (h *Handlers) labelAndSalts(ctx context.Context, id identity) (*labelText, salted, []shared.Source, error) {
	type parts struct {
		label   *labelText
		sources []shared.Source
		salts   salted
	}
	type labelled struct {
		text    *labelText
		sources []shared.Source
	}
	var got parts
	fused := upstream.FuseInto(ctx, &got,
		upstream.Part(sourceLabels, 0,
			func(ctx context.Context) (labelled, error) {
				text, sources, err := h.label(ctx, id)
				return labelled{text, sources}, err
			},
			func(p *parts, l labelled) {
				p.label = l.text
				p.sources = l.sources
			}),
		upstream.Part(sourceSalts, 0,
			func(ctx context.Context) (salted, error) { return h.names.saltsOf(ctx, id) },
			func(p *parts, s salted) { p.salts = s }),
	)
	if err := fused.Failure(sourceLabels); err != nil {
		return nil, salted{}, nil, err
	}
	if err := fused.Failure(sourceSalts); err != nil {
		got.salts.source = response.Source(sourceSalts, err)
	}
	return got.label, got.salts, append(got.sources, got.salts.source), nil
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

// otherLabels are labels of the same ingredients, one for each company, form and route.
func otherLabels(id identity, but string) (list []gen.DrugOtherLabel, more bool) {
	list = []gen.DrugOtherLabel{}
	seen := map[string]bool{but: true}
	for _, p := range id.preferred() {
		setID := first(p.Names.SetID)
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
