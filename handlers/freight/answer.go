package freight

import (
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/place/usaddress"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
)

const disclaimer = "From FMCSA's public files and, where asked, its live system. Insurance on file is no certificate " +
	"of insurance, and files lag behind. Confirm with the insurer and with FMCSA before money moves. Not legal advice."

// snapshotURL is FMCSA's public page of a carrier.
const snapshotURL = "https://safer.fmcsa.dot.gov/query.asp?searchtype=ANY&query_type=queryCarrierSnapshot" +
	"&query_param=USDOT&query_string="

// coverageOf counts the parts of a judgement, which weigh the same.
func coverageOf(evaluated map[string]bool) *scored.Tally {
	var tally scored.Tally
	for _, part := range []string{"census", "authority", "insurance", "inspections", "crashes", "sms", "qcmobile"} {
		tally.Part(part, 1, evaluated[part])
	}
	return &tally
}

// answer judges the facts and writes them down.
func (f *facts) answer(h haul, now time.Time) gen.FreightVerdict {
	policies := f.inForce(now)
	w := findings{
		haul:       h,
		standing:   f.authority(h),
		forHire:    f.forHire(),
		interstate: f.interstate(),
		rates:      f.rates(),

		unregistered: !f.answered(srcCensus),
		unseen:       f.unseen(),

		now: now,
	}
	w.active, w.activeDisputed = f.usdotActive()
	orders, stopped := f.stopped(now)
	w.stopped = stopped
	pending := f.pending(now)
	w.revocations = len(pending)
	w.cover = f.bipd(h, w.standing, policies, now)
	ending := f.cancellations(now)
	w.cancellations = len(ending)
	cargoRequired, cargoOnFile, bondRequired, bondOnFile := f.flags(h)
	w.cargoRequired = cargoRequired
	w.cargoOnFile = cargoOnFile
	w.rating, _ = f.rated()
	hit := f.accidents()
	w.crashes = hit.crashes
	w.fatal = hit.fatal
	w.dead = hit.dead
	w.inspections = f.inspected()
	w.declared = f.declared(h, w.standing.active)
	basics, acute, alert := f.basics()
	w.acute = acute
	w.alert = alert
	w.units = f.units()
	if len(f.census) > 0 {
		w.updated = f.census[0].UpdatedOn.Day()
		w.added = f.census[0].AddedOn.Day()
		w.prior = f.census[0].PriorRevocation.Flag()
	}

	score, verdict, reasons := w.judge()
	company := f.company()
	company.Insurance = gen.FreightInsurance{
		BipdRequiredUSD:      *response.NumberOrNull(&w.cover.minimum),
		BipdRequiredFiledUSD: response.NumberOrNull(w.cover.filed),
		BipdOnFileUSD:        response.NumberOrNull(w.cover.onFile),
		BipdSource:           w.cover.source,
		CargoRequired:        cargoRequired,
		CargoOnFile:          cargoOnFile,
		BondRequired:         bondRequired,
		BondOnFile:           bondOnFile,
		Policies: known(f, response.Each(response.Items(policies), policy.shown),
			srcInsurance, srcInsuranceHistory, srcLegacyInsurance),
	}

	tally := f.coverage(w)
	fit, why := tally.Trust(float64(score))
	if verdict == gen.Unfit { // by what was found, whatever else is not known
		fit = &score
		why = nil
	}
	reasons = append(reasons, why...)
	return gen.FreightVerdict{
		Verdict:  verdict,
		FitScore: fit,
		Category: response.Formed(fit, categoryOf),
		Carrier:  &company,
		Signals: &gen.FreightSignals{
			UsdotActive:            w.active,
			OutOfService:           w.stopped,
			OutOfServiceOrders:     known(f, orders, srcOutOfService),
			AuthorityRequired:      w.standing.required,
			AuthorityActive:        w.standing.active,
			AuthoritySource:        w.standing.source,
			RevocationOrders:       known(f, shownOrders(pending), srcOrders),
			InsuranceCancellations: known(f, shownCancellations(ending), srcInsurance, srcInsuranceHistory),
			HaulDeclared:           w.declared,
			Inspections24M:         w.inspections,
			DriverOos:              w.rates.driver,
			VehicleOos:             w.rates.vehicle,
			HazmatOos:              w.rates.hazmat,
			Crashes24M:             hit.crashes,
			FatalCrashes24M:        hit.fatal,
			Fatalities24M:          hit.dead,
			Injuries24M:            hit.injured,
			CrashesPer100Units:     perHundred(hit.crashes, w.units),
			CrashesSource:          hit.source,
			Basics: known(f, basics,
				srcProperty, srcPropertyIntrastate, srcPassenger, srcPassengerIntrastate),
			AcuteCritical:    acute,
			RegisteredMonths: months(w.added, now),
			Mcs150Months:     months(w.updated, now),
			PriorRevocation:  w.prior,
		},
		Reasons:   reasons,
		Conflicts: f.conflicts(w),
		Coverage:  tally.Coverage(),
	}
}

func shownOrders(list []fmcsa.Order) []gen.FreightSignals_RevocationOrders {
	shown := []gen.FreightSignals_RevocationOrders{}
	for _, o := range list {
		shown = append(shown, gen.FreightSignals_RevocationOrders{
			Docket:        docketOrNull(string(o.Docket)),
			Kind:          response.OrNull(string(o.Kind)),
			ServedDate:    response.Date(o.Served.Day()),
			EffectiveDate: response.Date(o.Effective.Day()),
		})
	}
	return shown
}

func shownCancellations(list []fmcsa.EndedPolicy) []gen.FreightSignals_InsuranceCancellations {
	shown := []gen.FreightSignals_InsuranceCancellations{}
	for _, e := range list {
		shown = append(shown, gen.FreightSignals_InsuranceCancellations{
			Company:    response.OrNull(string(e.Company)),
			Policy:     response.OrNull(string(e.Number)),
			CancelDate: response.Date(e.Cancelled.Day()),
		})
	}
	return shown
}

// company is who the carrier is: by the census, else by the live system, else by the files of authorities.
func (f *facts) company() gen.FreightCompany {
	company := gen.FreightCompany{
		Dot:         f.dot,
		Mc:          []string{},
		ForHire:     f.forHire(),
		Hazmat:      f.hazmat(),
		Authorities: known(f, f.listed(), srcAuthority, srcLegacyAuthority),
		PowerUnits:  f.units(),
		URL:         snapshotURL + f.dot,
	}
	switch f.operation() {
	case "A":
		company.Operation = new(gen.Interstate)
	case "B":
		company.Operation = new(gen.IntrastateHazmat)
	case "C":
		company.Operation = new(gen.Intrastate)
	}
	if cargo, known := f.cargo(); known {
		company.Cargo = append([]string{}, cargo...)
	}
	letter, day := f.rated()
	company.SafetyRatingDate = response.Date(day)
	company.SafetyRating = ratingOf(letter)

	switch {
	case len(f.census) > 0:
		f.fromCensus(&company)
	case f.live != nil:
		f.fromLive(&company)
	default:
		f.fromAuthorities(&company)
	}
	if len(company.Mc) == 0 {
		for _, a := range company.Authorities {
			if a.Docket != nil && !slices.Contains(company.Mc, *a.Docket) {
				company.Mc = append(company.Mc, *a.Docket)
			}
		}
	}
	if len(company.Mc) == 0 && !f.whole(srcCensus) {
		company.Mc = nil
	}
	return company
}

func (f *facts) fromCensus(company *gen.FreightCompany) {
	row := f.census[0]
	company.Mc = append(company.Mc, row.Dockets()...)
	company.LegalName = response.OrNull(string(row.LegalName))
	company.DbaName = tradeName(row.DBAName)
	company.Status = registration(string(row.Status))
	company.Address = gen.FreightCompany_Address{
		Street:  response.OrNull(string(row.Street)),
		City:    response.OrNull(string(row.City)),
		State:   response.OrNull(string(row.State)),
		Zip:     response.OrNull(usaddress.ZIP(string(row.ZIP))),
		Country: country(string(row.Country)),
	}
	company.Phone = response.OrNull(string(row.Phone))
	company.Drivers = row.Drivers.Count()
	company.AddedDate = response.Date(row.AddedOn.Day())
	company.Mcs150Date = response.Date(row.UpdatedOn.Day())
}

func (f *facts) fromLive(company *gen.FreightCompany) {
	company.LegalName = response.OrNull(string(f.live.LegalName))
	company.DbaName = tradeName(f.live.DBAName)
	company.Status = registration(string(f.live.Status))
	company.Address = gen.FreightCompany_Address{
		Street:  response.OrNull(string(f.live.Street)),
		City:    response.OrNull(string(f.live.City)),
		State:   response.OrNull(string(f.live.State)),
		Zip:     response.OrNull(usaddress.ZIP(string(f.live.ZIP))),
		Country: country(string(f.live.Country)),
	}
	company.Drivers = f.live.Drivers.Count()
}

func (f *facts) fromAuthorities(company *gen.FreightCompany) {
	for _, a := range f.authorities {
		company.LegalName = response.OrNull(string(a.LegalName))
		company.DbaName = tradeName(a.DBAName)
		return
	}
	for _, a := range f.legacy {
		company.LegalName = response.OrNull(string(a.LegalName))
		company.DbaName = tradeName(a.DBAName)
		return
	}
}

func registration(letter string) *gen.FreightCompanyStatus {
	switch letter {
	case "A":
		return new(gen.FreightCompanyStatusActive)
	case "I":
		return new(gen.FreightCompanyStatusInactive)
	case "P":
		return new(gen.FreightCompanyStatusPending)
	}
	return nil
}

// country is two letters; the census leaves the column out of many rows.
func country(text string) *string {
	if len(text) != 2 {
		return nil
	}
	return new(strings.ToUpper(text))
}

func (f *facts) units() *int {
	if len(f.census) > 0 {
		return f.census[0].PowerUnits.Count()
	}
	if f.live != nil {
		return f.live.PowerUnits.Count()
	}
	return nil
}

// rated is the letter and the day of the safety rating, by the census first.
func (f *facts) rated() (letter string, day time.Time) {
	if len(f.census) > 0 && f.census[0].Rating != "" {
		return string(f.census[0].Rating), f.census[0].RatedOn.Day()
	}
	if f.live != nil && f.live.Rating != "" {
		return string(f.live.Rating), fmcsa.Text(f.live.RatedOn).Day()
	}
	return "", time.Time{}
}

func ratingOf(letter string) *gen.FreightCompanySafetyRating {
	switch letter {
	case "S":
		return new(gen.Satisfactory)
	case "C":
		return new(gen.Conditional)
	case "U":
		return new(gen.Unsatisfactory)
	}
	return nil
}

// conflicts are the points on which sources of today disagree.
func (f *facts) conflicts(w findings) []gen.FreightConflict {
	list := []gen.FreightConflict{}
	if w.activeDisputed {
		list = append(list, conflict("usdot_status", "A number that one source has as inactive keeps from being fit.",
			word(srcCensus, string(f.census[0].Status)), word(srcQC, string(f.live.Status))))
	}

	if f.live != nil && f.live.AllowedToOperate == "Y" && f.live.OutOfServiceOn == "" && yes(w.stopped) {
		list = append(list, conflict("out_of_service", "The order counts until it is rescinded.",
			word(srcOutOfService, "in force"), word(srcQC, "allowed to operate")))
	}

	if w.standing.disputed {
		list = append(list, conflict("authority", "Points are taken, and the verdict is no better than caution.",
			w.standing.values...))
	}

	if w.standing.another {
		list = append(
			list,
			conflict("authority", "The docket in force counts, and the verdict is no better than caution.",
				w.standing.values...),
		)
	}

	if w.cover.disputed {
		list = append(
			list,
			conflict("bipd_on_file", "The least amount is scored, and the verdict is no better than caution.",
				w.cover.values...),
		)
	}

	if len(f.census) > 0 && f.live != nil {
		list = append(list, f.differing()...)
	}
	return list
}

// differing are the points that both the census and the live system tell, differently.
func (f *facts) differing() []gen.FreightConflict {
	var list []gen.FreightConflict
	row := f.census[0]
	if row.Rating != "" && f.live.Rating != "" && string(row.Rating) != string(f.live.Rating) {
		list = append(list, conflict("safety_rating", "The census is scored.",
			word(srcCensus, string(row.Rating)), word(srcQC, string(f.live.Rating))))
	}
	if plain(string(row.LegalName)) != plain(string(f.live.LegalName)) {
		list = append(list, conflict("legal_name", "The census is shown. A number that changed hands looks like this.",
			word(srcCensus, string(row.LegalName)), word(srcQC, string(f.live.LegalName))))
	}
	return list
}

func word(source, value string) gen.FreightConflict_Values {
	return gen.FreightConflict_Values{
		Source: source,
		Value:  value,
	}
}

func conflict(field, detail string, values ...gen.FreightConflict_Values) gen.FreightConflict {
	return gen.FreightConflict{
		Field:  field,
		Values: append([]gen.FreightConflict_Values{}, values...),
		Detail: detail,
	}
}

// coverage is which parts could be evaluated. No inspection in 24 months leaves nothing to evaluate.
func (f *facts) coverage(w findings) *scored.Tally {
	inspected := w.inspections != nil && *w.inspections > 0
	if w.inspections == nil {
		inspected = w.rates.vehicle.Inspections != nil
	}
	return coverageOf(map[string]bool{
		"census":      len(f.census) > 0,
		"authority":   no(w.standing.required) || w.standing.active != nil && !w.standing.unasked,
		"insurance":   w.cover.onFile != nil && !w.cover.unasked,
		"inspections": inspected,
		"crashes":     w.crashes != nil,
		"sms":         len(f.property) > 0 || len(f.passenger) > 0,
		"qcmobile":    f.live != nil,
	})
}
