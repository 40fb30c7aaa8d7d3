package bank

import (
	"context"

	gen "github.com/farebox/farebox/gen/bank"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
)

// BankValidate answers GET /bank/validate: is this a valid IBAN, and if not, which rule does it break? The value is
// returned only if it is valid.
func (h *Handlers) BankValidate(_ context.Context, req gen.BankValidateRequestObject) (gen.BankValidateResponseObject, error) {
	i, country, bad := h.parseIBAN(req.Params.IBAN)
	answer := gen.BankValidate200JSONResponse{
		Valid:       bad == nil,
		Country:     response.OrNull(country),
		CountryName: response.OrNull(h.countries[country]),
		Sources:     []shared.Source{response.Table(DatedFormats, h.now())},
	}
	answer.Partial = response.Partial(answer.Sources)
	if bad != nil {
		kind := gen.BankValidationErrorType(bad.kind)
		answer.ErrorType = &kind
		answer.Message = bad.message
		return answer, nil
	}
	answer.IBAN = &i.text
	answer.Message = "the country, length, structure and check digits are right; whether the account exists only its bank can say"
	return answer, nil
}
