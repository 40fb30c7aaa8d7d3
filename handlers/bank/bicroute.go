package bank

import (
	"context"

	gen "github.com/farebox/farebox/gen/bank"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
)

// BankBIC answers GET /bank/bic: the parts of a BIC and the bank that it names. The meanings of the eighth
// character are SWIFT conventions.
func (h *Handlers) BankBIC(_ context.Context, req gen.BankBICRequestObject) (gen.BankBICResponseObject, error) {
	b, bad := h.parseBIC(req.Params.BIC)
	if bad != nil {
		kind := gen.BankBICAnswerErrorType(bad.kind)
		return gen.BankBIC200JSONResponse{
			ErrorType: &kind,
			Message:   bad.message,
			Sources:   []shared.Source{},
		}, nil
	}

	full := bic11(b.text)
	last := b.text[7]
	answer := gen.BankBIC200JSONResponse{
		Valid:            true,
		Message:          "well formed; whether it is assigned only the ISO 9362 directory can say",
		BIC:              &b.text,
		Bic8:             response.OrNull(b.bic8()),
		Bic11:            &full,
		InstitutionCode:  response.OrNull(b.institution()),
		Country:          response.OrNull(b.country()),
		CountryName:      response.OrNull(h.countries[b.country()]),
		LocationCode:     response.OrNull(b.location()),
		BranchCode:       response.OrNull(b.branch()),
		IsPrimaryOffice:  new(b.branch() == ""),
		IsTest:           new(last == '0'),
		IsPassive:        new(last == '1'),
		IsReverseBilling: new(last == '2'),
		SepaCountry:      new(h.inSEPA(b.country())),
		SepaSchemes:      schemesOf(h.banks.schemes(full, h.today())),
		Lei:              response.OrNull(h.banks.lei[full]),
		Sources:          h.sources(b.country(), DatedFormats),
	}

	answer.Partial = response.Partial(answer.Sources)
	if found := h.banks.institution(b.text); found != nil {
		answer.Bank = bankOf(found)
		answer.Message = "well formed, and the institution is in the directory"
	}

	return answer, nil
}

// inSEPA reports whether payments to a country's banks use the SEPA schemes.
func (h *Handlers) inSEPA(country string) bool {
	f := h.formats[country]
	return f != nil && f.sepa
}

func bankOf(e *entry) *gen.BankInstitution {
	return &gen.BankInstitution{
		Name:          e.name,
		BIC:           response.OrNull(e.bic),
		City:          response.OrNull(e.city),
		Source:        e.source.name,
		DirectoryDate: response.OrNull(e.source.asOf),
	}
}
