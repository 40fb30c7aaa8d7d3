package bank

import (
	"cmp"
	"context"
	"time"

	gen "github.com/farebox/farebox/gen/bank"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/banklists"
)

const disclaimer = "Checks of form and public tables only: no bank was asked whether the account exists or who holds it. " +
	"Not for sanctions screening."

// branchTerms are the countries' terms for branch codes.
var branchTerms = map[string]string{
	"ES": "código de oficina", "FR": "code guichet", "GB": "sort code", "GG": "sort code", "GR": "branch code (HEBIC)",
	"IE": "national sort code", "IM": "sort code", "IT": "CAB", "JE": "sort code", "MC": "code guichet", "PT": "código de balcão",
	"SM": "CAB",
}

// BankVerify answers GET /bank/verify: an IBAN's parts, with its bank, national check digits and a risk score.
// Account numbers are masked in the answer.
func (h *Handlers) BankVerify(_ context.Context, req gen.BankVerifyRequestObject) (gen.BankVerifyResponseObject, error) {
	expected := response.OrZero(req.Params.ExpectedCountry)
	i, country, bad := h.parseIBAN(req.Params.IBAN)
	answer := gen.BankVerify200JSONResponse{
		Valid:         bad == nil,
		Country:       response.OrNull(country),
		CountryName:   response.OrNull(h.countries[country]),
		NationalCheck: gen.NotChecked,
		Directory:     h.directory(country),
		Sources:       h.sources(country, DatedFormats, DatedSanctions),
		Disclaimer:    disclaimer,
	}
	answer.Partial = response.Partial(answer.Sources)
	if expected != "" && country != "" {
		answer.ExpectedCountryMatch = new(h.sameCountry(expected, country))
	}
	if bad != nil {
		kind := gen.BankVerificationErrorType(bad.kind)
		answer.ErrorType = &kind
		answer.Message = bad.message
		signals := []signal{signalInvalid}
		if match := answer.ExpectedCountryMatch; match != nil && !*match {
			signals = append(signals, signalMismatch)
		}
		setScore(&answer, signals, true)
		return answer, nil
	}
	h.describe(&answer, i)

	bank := h.banks.bank(i)
	answer.BankResolution = new(resolution(bank))
	answer.BankCodeExists = bank.exists
	if bank.entry != nil {
		h.describeBank(&answer, bank.entry)
	}
	signals := verifySignals(i, bank, string(answer.NationalCheck), answer.ExpectedCountryMatch)
	setScore(&answer, signals, bank.exists != nil)
	return answer, nil
}

// describeBank fills in what the directory says about the bank.
func (h *Handlers) describeBank(answer *gen.BankVerify200JSONResponse, bank *entry) {
	answer.Bank = bankOf(bank)
	answer.BankCodeStatus = response.OrNull(gen.BankVerificationBankCodeStatus(bank.status))
	answer.SuccessorBankCode = response.OrNull(bank.successor)
	answer.AccountCheckMethod = response.OrNull(bank.method)
	if answer.Sepa.Member {
		answer.Sepa.Schemes = schemesOf(h.banks.schemes(bank.bic, h.today()))
	}
}

// today is the clock's day in the registers' format.
func (h *Handlers) today() string { return h.now().UTC().Format(time.DateOnly) }

func schemesOf(on *[4]bool) *gen.BankSEPASchemes {
	if on == nil {
		return nil
	}
	return &gen.BankSEPASchemes{
		Sct:     on[banklists.SCT],
		SctInst: on[banklists.SCTInst],
		SddCore: on[banklists.SDDCore],
		SddB2B:  on[banklists.SDDB2B],
	}
}

// sameCountry equates a territory with the country whose code its banks use: an account in Guadeloupe has an FR
// IBAN.
func (h *Handlers) sameCountry(expected, country string) bool {
	use := func(code string) string {
		if f := h.formats[code]; f != nil && f.issuedAs != "" {
			return f.issuedAs
		}
		return code
	}
	return expected == country || use(expected) == country || expected == use(country)
}

// describe fills in the parts of a valid IBAN.
func (h *Handlers) describe(answer *gen.BankVerify200JSONResponse, i *iban) {
	f := i.format
	answer.Message = "the country, length, structure and check digits are right"
	answer.IBANMasked = response.OrNull(i.masked())
	answer.CheckDigits = response.OrNull(i.checkDigits())
	answer.BbanMasked = response.OrNull(i.masked()[4:])
	answer.BankCode = response.OrNull(i.bankCode())

	if !f.account.empty() {
		answer.AccountNumberMasked = response.OrNull(maskTail(i.account()))
	}

	if !f.branch.empty() {
		term := cmp.Or(branchTerms[f.country], "branch code")
		answer.BranchCode = response.OrNull(i.branchCode())
		answer.Branch = &gen.BankBranch{Code: i.branchCode(), Scheme: term}
	}

	if f.bicPrefix {
		answer.BICPrefix = response.OrNull(i.bankCode()[:4])
	}
	answer.InRegistry = new(f.registry)
	answer.Sepa = &gen.BankSEPA{Member: f.sepa, SchemesNote: sepaNote(f)}

	if f.rule != "" {
		answer.NationalCheck = gen.Fail
		if nationalRules[f.rule](f, i.bban()) {
			answer.NationalCheck = gen.Pass
		}
	}
}

func sepaNote(f *format) string {
	if !f.sepa {
		return "outside the SEPA scheme area; use a correspondent (SWIFT) transfer"
	}
	switch f.country {
	case "AL", "ME", "MD", "MK", "RS":
		return "in the scheme area since 2024 or 2025; not every bank has joined the schemes yet"
	}
	return "in the SEPA scheme area; which of SCT, SCT Inst and SDD reach the account depends on the bank"
}

// directory is the answer's name for the list of the country's bank codes.
func (h *Handlers) directory(country string) gen.BankDirectory {
	list := h.banks.of(country)
	if list != nil && list.source.complete {
		return gen.BankDirectory{
			Extent:        gen.Complete,
			DirectoryDate: response.OrNull(list.source.asOf),
		}
	}
	out := gen.BankDirectory{
		Extent: gen.None,
		Note:   response.OrNull(h.banks.gap(country)),
	}
	if list != nil {
		out.Extent = gen.Selection
		out.DirectoryDate = response.OrNull(list.source.asOf)
	}
	return out
}

func resolution(bank found) gen.BankVerificationBankResolution {
	switch {
	case bank.entry != nil:
		return gen.Resolved
	case bank.list == nil:
		return gen.NoDirectory
	}
	return gen.NotInDirectory
}
