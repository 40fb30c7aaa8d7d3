package tax

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
)

// byStatus is an amount for each filing status.
type byStatus map[string]decimal.Decimal

// yearTable is the law of one tax year: one file of tables/.
type yearTable struct {
	TaxYear      int                    `json:"tax_year"`
	AsOf         string                 `json:"as_of"`
	Sources      []publication          `json:"sources"`
	Federal      federalTable           `json:"federal"`
	Withholding  withholdingTable       `json:"withholding"`
	States       map[string]*stateTable `json:"-"` // from the files of tables/states/, by two letters
	StatePayroll []payrollItem          `json:"state_payroll"`
}

// publication is a law or an agency's publication that figures are from.
type publication struct {
	Name   string `json:"name"`
	URL    string `json:"url"` // empty for one without a page
	Detail string `json:"detail"`
}

// sources are the publications as answers list them: as of the day when the tables were compiled.
func (t *yearTable) sources() []shared.Source {
	compiled, err := time.Parse(time.DateOnly, t.AsOf)
	if err != nil {
		panic(err) // check has let the tables pass
	}

	list := make([]shared.Source, 0, len(t.Sources))
	for _, p := range t.Sources {
		source := response.Source(p.Name, nil)
		source.AsOf = &compiled
		source.URL = response.OrNull(p.URL)
		source.Detail = response.OrNull(p.Detail)
		list = append(list, source)
	}
	return list
}

// federalTable holds the federal figures. Amounts are USD, rates decimals.
type federalTable struct {
	Source              string                       `json:"source"`
	Rates               []decimal.Decimal            `json:"rates"`
	BracketEnds         map[string][]decimal.Decimal `json:"bracket_ends"`
	StandardDeduction   byStatus                     `json:"standard_deduction"`
	AgedOrBlind         byStatus                     `json:"aged_or_blind_addition"`
	GainRates           []decimal.Decimal            `json:"gain_rates"`
	GainEnds            map[string][]decimal.Decimal `json:"gain_ends"`
	CapitalLossLimit    byStatus                     `json:"capital_loss_limit"`
	NetInvestmentIncome rateOver                     `json:"net_investment_income_tax"`
	Payroll             payrollTable                 `json:"payroll"`
	SelfEmployment      selfEmploymentTable          `json:"self_employment"`
	MinimumTax          minimumTaxTable              `json:"alternative_minimum_tax"`
	EarnedIncome        earnedIncomeTable            `json:"earned_income_credit"`
	DependentCredits    dependentCreditTable         `json:"dependent_credits"`
	Temporary           *temporaryTable              `json:"temporary_deductions"` // nil in years without them
}

// rateOver is a rate that applies above a threshold.
type rateOver struct {
	Rate      decimal.Decimal `json:"rate"`
	Threshold byStatus        `json:"threshold"`
}

// payrollTable: 26 USC 3101, 3111 and 3102(f). The rates are those of the employee; the employer
// pays the first two again.
type payrollTable struct {
	WageBase                      decimal.Decimal `json:"wage_base"`
	SocialSecurityRate            decimal.Decimal `json:"social_security_rate"`
	MedicareRate                  decimal.Decimal `json:"medicare_rate"`
	AdditionalRate                decimal.Decimal `json:"additional_medicare_rate"`
	AdditionalThreshold           byStatus        `json:"additional_medicare_threshold"`
	AdditionalWithheldAboveAnyway decimal.Decimal `json:"additional_medicare_withholding_threshold"`
}

// selfEmploymentTable: 26 USC 1401 and 1402.
type selfEmploymentTable struct {
	NetEarningsFactor  decimal.Decimal `json:"net_earnings_factor"`
	SocialSecurityRate decimal.Decimal `json:"social_security_rate"`
	MedicareRate       decimal.Decimal `json:"medicare_rate"`
	MinimumNetEarnings decimal.Decimal `json:"minimum_net_earnings"`
	DeductibleShare    decimal.Decimal `json:"deductible_share"`
}

// minimumTaxTable: 26 USC 55. Published, not computed with.
type minimumTaxTable struct {
	Exemption     byStatus          `json:"exemption"`
	PhaseOutStart byStatus          `json:"phase_out_start"`
	PhaseOutRate  decimal.Decimal   `json:"phase_out_rate"`
	Rates         []decimal.Decimal `json:"rates"`
	Rate28Above   byStatus          `json:"rate_28_above"`
}

// dependentCreditTable: 26 USC 24.
type dependentCreditTable struct {
	RefundablePerChild decimal.Decimal `json:"refundable_per_child"` // 26 USC 24(d), as is what follows
	RefundableRate     decimal.Decimal `json:"refundable_rate"`
	RefundableOver     decimal.Decimal `json:"refundable_over"`
	ChildUnder17       decimal.Decimal `json:"child_under_17"`
	Other              decimal.Decimal `json:"other"`
	PhaseOutStart      byStatus        `json:"phase_out_start"`
	PhaseOutStep       decimal.Decimal `json:"phase_out_step"`
	PhaseOutPerStep    decimal.Decimal `json:"phase_out_per_step"`
}

// temporaryTable: deductions of Pub. L. 119-21 for 2025 to 2028 (26 USC 151(d)(5)(C), 224, 225 and
// 163(h)(4)).
type temporaryTable struct {
	Senior struct {
		PerPerson     decimal.Decimal `json:"per_person"`
		PhaseOutRate  decimal.Decimal `json:"phase_out_rate"`
		PhaseOutStart byStatus        `json:"phase_out_start"`
	} `json:"senior"`
	Tips            cappedDeduction `json:"tips"`
	Overtime        cappedDeduction `json:"overtime"`
	CarLoanInterest cappedDeduction `json:"car_loan_interest"`
}

// cappedDeduction falls by an amount for every 1,000 of income over the start; PartCounts says that
// a part of 1,000 counts as a whole one.
type cappedDeduction struct {
	Cap           byStatus        `json:"cap"`
	Per1000       decimal.Decimal `json:"per_1000"`
	PartCounts    bool            `json:"part_counts"`
	PhaseOutStart byStatus        `json:"phase_out_start"`
}

// withholdingTable: Publication 15-T, percentage method for automated payroll systems, keyed by the
// three schedules of Form W-4 (see withholdingStatus).
type withholdingTable struct {
	Source     string                      `json:"source"`
	Note       string                      `json:"note"` // how withholding differs from the law of the year, if it does
	Adjustment byStatus                    `json:"adjustment"`
	Standard   map[string][]withholdingRow `json:"standard"`
	TwoJobs    map[string][]withholdingRow `json:"two_jobs"`

	Supplemental supplementalTable `json:"supplemental"`
}

// withholdingRow: from a wage of over on, base plus rate of the excess.
type withholdingRow struct {
	over, base, rate decimal.Decimal
}

// UnmarshalJSON reads [over, base, rate].
func (r *withholdingRow) UnmarshalJSON(text []byte) error {
	return decodeNumbers(text, &r.over, &r.base, &r.rate)
}

// payrollItem is what a state withholds from wages besides income tax. It ends at the wage base, at
// the Social Security wage base, or at an amount per year.
type payrollItem struct {
	State                string           `json:"state"`
	Name                 string           `json:"name"`
	Rate                 decimal.Decimal  `json:"rate"`
	WageBase             *decimal.Decimal `json:"wage_base"`
	ToSocialSecurityBase bool             `json:"to_social_security_base"`
	AnnualMax            *decimal.Decimal `json:"annual_max"`
	Source               string           `json:"source"`
}

// brackets is the ordinary schedule of a filing status.
func (f *federalTable) brackets(status string) schedule {
	return newSchedule(f.Rates, f.BracketEnds[status])
}

// gainBands is the long-term gain schedule of a filing status.
func (f *federalTable) gainBands(status string) schedule {
	return newSchedule(f.GainRates, f.GainEnds[status])
}

// loadYears reads files: every *.json at the root is one tax year, every one below states/ a state, laid out as those
// in tables/. It fails when there is none or when one does not hold together.
func loadYears(files fs.FS) (map[int]*yearTable, error) {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, fmt.Errorf("listing the tax tables: %w", err)
	}
	if len(names) == 0 {
		return nil, errors.New("no tax tables: at least one year is needed")
	}

	years := make(map[int]*yearTable, len(names))
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("reading tax table %s: %w", name, err)
		}
		t := new(yearTable)
		if err := strictly(text, t); err != nil {
			return nil, fmt.Errorf("tax table %s: %w", name, err)
		}
		if strings.TrimSuffix(name, ".json") != strconv.Itoa(t.TaxYear) {
			return nil, fmt.Errorf("tax table %s says tax_year %d", name, t.TaxYear)
		}
		if err := t.check(); err != nil {
			return nil, fmt.Errorf("tax table %s: %w", name, err)
		}
		years[t.TaxYear] = t
	}

	if err := loadStates(files, "states", years); err != nil {
		return nil, err
	}

	for _, t := range years {
		for _, item := range t.StatePayroll {
			if t.States[item.State] == nil || item.Name == "" || item.Source == "" || !item.Rate.IsPositive() {
				const need = "tax table %d.json: state_payroll: %s %q needs a known state, a name, a source and a rate"
				return nil, fmt.Errorf(need, t.TaxYear, item.State, item.Name)
			}
		}
	}

	return years, nil
}

// check says what is missing or out of order in a year's table, so that no request meets it.
func (t *yearTable) check() error {
	if t.AsOf == "" || len(t.Sources) == 0 || t.Federal.Source == "" || t.Withholding.Source == "" {
		return errors.New("as_of, sources and the sources of its parts are required")
	}
	if _, err := time.Parse(time.DateOnly, t.AsOf); err != nil {
		return fmt.Errorf("as_of: %w", err)
	}

	for _, p := range t.Sources {
		if p.Name == "" || p.Detail == "" {
			return errors.New("a source has a name and a detail")
		}
	}

	if err := t.Federal.check(); err != nil {
		return fmt.Errorf("federal: %w", err)
	}
	if err := t.Withholding.check(); err != nil {
		return fmt.Errorf("withholding: %w", err)
	}

	return nil
}

func (f *federalTable) check() error {
	amounts := map[string]byStatus{
		"standard_deduction":            f.StandardDeduction,
		"aged_or_blind_addition":        f.AgedOrBlind,
		"capital_loss_limit":            f.CapitalLossLimit,
		"net_investment_income_tax":     f.NetInvestmentIncome.Threshold,
		"additional_medicare_threshold": f.Payroll.AdditionalThreshold,
		"minimum tax exemption":         f.MinimumTax.Exemption,
		"minimum tax phase_out_start":   f.MinimumTax.PhaseOutStart,
		"rate_28_above":                 f.MinimumTax.Rate28Above,
		"dependent_credits":             f.DependentCredits.PhaseOutStart,
	}

	if x := f.Temporary; x != nil {
		amounts["senior"] = x.Senior.PhaseOutStart
		for name, c := range map[string]cappedDeduction{
			"tips":              x.Tips,
			"overtime":          x.Overtime,
			"car_loan_interest": x.CarLoanInterest,
		} {
			amounts[name+" cap"] = c.Cap
			amounts[name+" phase_out_start"] = c.PhaseOutStart
		}
	}

	for _, status := range statuses() {
		for name, a := range amounts {
			if !a[status].IsPositive() {
				return fmt.Errorf("%s has no amount for %s", name, status)
			}
		}
		ends := len(f.BracketEnds[status])+1 == len(f.Rates) && len(f.GainEnds[status])+1 == len(f.GainRates)
		if !ends || len(f.GainRates) != 3 {
			return fmt.Errorf("%s needs one end less than there are rates, and three gain rates", status)
		}
		for _, s := range []schedule{f.brackets(status), f.gainBands(status)} {
			if err := s.check(); err != nil {
				return fmt.Errorf("%s: %w", status, err)
			}
		}
	}

	if len(f.MinimumTax.Rates) != 2 || requirePositive(f.Payroll.WageBase, f.DependentCredits.PhaseOutStep) != nil {
		return errors.New("wage_base, two minimum tax rates and the step of dependent_credits are required")
	}
	return f.EarnedIncome.check()
}

func (w *withholdingTable) check() error {
	for _, key := range []string{single, marriedJointly, headOfHousehold} {
		if !w.Adjustment[key].IsPositive() {
			return fmt.Errorf("no adjustment for %s", key)
		}
		for name, rows := range map[string][]withholdingRow{"standard": w.Standard[key], "two_jobs": w.TwoJobs[key]} {
			if len(rows) == 0 || !rows[0].over.IsZero() {
				return fmt.Errorf("%s %s must start at 0", name, key)
			}
			for i := 1; i < len(rows); i++ {
				if !rows[i].over.GreaterThan(rows[i-1].over) {
					return fmt.Errorf("%s %s: %s does not rise", name, key, rows[i].over)
				}
			}
		}
	}
	return w.Supplemental.check()
}
