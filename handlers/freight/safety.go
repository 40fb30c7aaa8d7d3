package freight

import (
	"cmp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/fmcsa"
	"github.com/farebox/farebox/internal/upstream/qcmobile"
)

// National averages of inspections that put out of service, in per cent, of 2009 to 2010, as FMCSA itself prints them
// beside a carrier's rates.
const (
	nationalVehicle = 20.72
	nationalDriver  = 5.51
	nationalHazmat  = 4.5
)

// The least inspections that a rate is judged by.
const (
	leastInspections       = 5
	leastHazmatInspections = 3
)

// usdotActive is whether the USDOT number is active, by the census first. disputed says that the live system says
// otherwise.
func (f *facts) usdotActive() (active *bool, disputed bool) {
	isActive := func(letter string) *bool {
		status := registration(letter)
		if status == nil {
			return nil // another letter than those that are known says nothing
		}
		return new(*status == gen.FreightCompanyStatusActive)
	}

	var census, live *bool
	if len(f.census) > 0 {
		census = isActive(string(f.census[0].Status))
	}
	if f.live != nil {
		live = isActive(string(f.live.Status))
	}
	return cmp.Or(census, live), census != nil && live != nil && *census != *live
}

// stopped are the orders to stop operating, and whether one is in force; nil when no source that knows answered.
func (f *facts) stopped(now time.Time) (orders []gen.FreightSignals_OutOfServiceOrders, inForce *bool) {
	orders = []gen.FreightSignals_OutOfServiceOrders{}
	barred := false
	unread := false
	for _, o := range f.outOfService {
		holds := isInForce(o, now)
		barred = barred || yes(holds)
		unread = unread || holds == nil
		orders = append(orders, gen.FreightSignals_OutOfServiceOrders{
			OrderDate:   response.Date(o.Ordered.Day()),
			Reason:      response.OrNull(string(o.Reason)),
			InForce:     holds,
			RescindDate: response.Date(o.Rescinded.Day()),
		})
	}
	if f.live != nil && (f.live.OutOfServiceOn != "" || f.live.AllowedToOperate == "N") {
		barred = true
	}

	switch {
	case barred:
		return orders, new(true)
	case unread:
		return orders, nil
	case f.live != nil && f.live.AllowedToOperate == "Y", f.answered(srcOutOfService):
		return orders, new(false)
	}
	return orders, nil
}

// isInForce is whether an order to stop holds, nil for a status that has no word here.
func isInForce(o fmcsa.OutOfService, now time.Time) *bool {
	switch {
	case !o.Rescinded.Day().IsZero(), o.Ordered.Day().After(now), strings.EqualFold(string(o.Status), "INACTIVE"):
		return new(false)
	case strings.EqualFold(string(o.Status), "ACTIVE"):
		return new(true)
	}
	return nil
}

// pending are the notices that take effect later and that no reinstatement has overtaken. Those of brokers and
// forwarders say nothing about hauling.
func (f *facts) pending(now time.Time) []fmcsa.Order {
	return slices.DeleteFunc(slices.Clone(f.orders), func(o fmcsa.Order) bool {
		kind := kindOf(string(o.Type))
		if !o.Effective.Day().After(now) || !carries(kind) && kind != gen.FreightAuthorityKindOther {
			return true
		}
		return slices.ContainsFunc(f.history, func(e fmcsa.Event) bool {
			back := strings.Contains(strings.ToUpper(string(e.Reason)), "REINSTAT")
			return back && kindOf(string(e.Type)) == kind && e.Changed.Day().After(o.Served.Day())
		})
	})
}

// rates are how often inspections put out of service.
type rates struct {
	driver, vehicle, hazmat gen.FreightRate
}

// rates takes FMCSA's own counts of 24 months: of its measures, else of its live system, else the inspections one by
// one. Those are counted by level: levels 1, 2, 3 and 6 inspect the driver, 1, 2, 5 and 6 the vehicle (Safety
// Measurement System Methodology). How many inspections looked at hazardous materials only the live system tells.
func (f *facts) rates() rates {
	r := rates{
		driver:  gen.FreightRate{NationalPct: nationalDriver},
		vehicle: gen.FreightRate{NationalPct: nationalVehicle},
		hazmat:  gen.FreightRate{NationalPct: nationalHazmat},
	}

	for _, row := range slices.Concat(f.passenger, f.property) {
		fill(
			&r.driver,
			row.DriverInspections.Count(),
			row.DriverOOS.Count(),
			gen.FreightRateSourceSms,
			leastInspections,
		)
		fill(
			&r.vehicle,
			row.VehicleInspections.Count(),
			row.VehicleOOS.Count(),
			gen.FreightRateSourceSms,
			leastInspections,
		)
	}

	if live := f.live; live != nil {
		fillLive(&r.driver, live.DriverInspections, live.DriverOOS, leastInspections)
		fillLive(&r.vehicle, live.VehicleInspections, live.VehicleOOS, leastInspections)
		fillLive(&r.hazmat, live.HazmatInspections, live.HazmatOOS, leastHazmatInspections)
	}

	if f.answered(srcInspections) && len(f.inspections) < fmcsa.MaxInspections {
		drivers, stopped := f.counted("1236", func(i fmcsa.Inspection) fmcsa.Text { return i.DriverOOS })
		fill(&r.driver, drivers, stopped, gen.FreightRateSourceInspections, leastInspections)
		vehicles, parked := f.counted("1256", func(i fmcsa.Inspection) fmcsa.Text { return i.VehicleOOS })
		fill(&r.vehicle, vehicles, parked, gen.FreightRateSourceInspections, leastInspections)
	}

	return r
}

func fillLive(r *gen.FreightRate, all, out qcmobile.Text, least int) {
	fill(r, all.Count(), out.Count(), gen.FreightRateSourceQcmobile, least)
}

// fill sets a rate that is not known yet. A source that leaves a count out says nothing.
func fill(r *gen.FreightRate, all, out *int, source gen.FreightRateSource, least int) {
	if r.Inspections != nil || all == nil || out == nil || *out > *all {
		return
	}
	r.Inspections = all
	r.OutOfService = out
	r.SmallSample = new(*all < least)
	r.Source = new(source)
	if *all > 0 {
		r.RatePct = new(response.Round(100*float64(*out)/float64(*all), 2))
	}
}

// counted are the inspections of these levels, and those that put out of service; nil when one does not tell.
func (f *facts) counted(levels string, column func(fmcsa.Inspection) fmcsa.Text) (all, out *int) {
	all = new(0)
	out = new(0)
	for _, i := range f.inspections {
		if len(i.Level) != 1 || !strings.Contains(levels, string(i.Level)) {
			continue
		}
		n := column(i).Count()
		if n == nil {
			return nil, nil
		}
		*all++
		if *n > 0 {
			*out++
		}
	}
	return all, out
}

// inspected is how many inspections there were in 24 months; nil when that is not known.
func (f *facts) inspected() *int {
	if f.answered(srcInspections) && len(f.inspections) < fmcsa.MaxInspections {
		return new(len(f.inspections))
	}
	for _, row := range slices.Concat(f.passenger, f.property) {
		if n := row.Inspections.Count(); n != nil {
			return n
		}
	}
	if f.live != nil {
		driver := f.live.DriverInspections.Count()
		vehicle := f.live.VehicleInspections.Count()
		if driver != nil && vehicle != nil && *driver == 0 && *vehicle == 0 {
			return new(0)
		}
	}
	return nil
}

// accidents are the crashes of 24 months.
type accidents struct {
	crashes, fatal, dead, injured *int
	source                        *gen.FreightSignalsCrashesSource
}

// accidents takes the crash file, else the live system's counts.
func (f *facts) accidents() accidents {
	if f.crashes != nil {
		return accidents{
			crashes: f.crashes.Crashes.Count(),
			fatal:   f.crashes.Fatal,
			dead:    f.crashes.Fatalities.Count(),
			injured: f.crashes.Injuries.Count(),
			source:  new(gen.FreightSignalsCrashesSourceCrashes),
		}
	}

	if f.live != nil {
		return accidents{
			crashes: f.live.Crashes.Count(),
			fatal:   f.live.FatalCrashes.Count(),
			injured: f.live.InjuryCrashes.Count(),
			source:  new(gen.FreightSignalsCrashesSourceQcmobile),
		}
	}

	return accidents{}
}

// perHundred is the crashes for each 100 power units; nil without a fleet.
func perHundred(crashes, units *int) *float64 {
	if crashes == nil || units == nil || *units == 0 {
		return nil
	}
	return new(response.Round(100*float64(*crashes)/float64(*units), 2))
}

// basics are the categories of the measures, and whether any has an acute or critical violation or an alert. Alerts
// and percentiles are public of passenger carriers alone.
func (f *facts) basics() (list []gen.FreightSignals_Basics, acute, alert *bool) {
	list = []gen.FreightSignals_Basics{}
	rows := f.passenger
	if len(rows) == 0 {
		rows = f.property
	}
	if len(rows) == 0 {
		return list, nil, nil
	}

	for _, b := range rows[0].Basics {
		shown := gen.FreightSignals_Basics{
			Name:                     gen.FreightSignalsBasicsName(b.Name),
			AcuteCritical:            b.AcuteCritical.Flag(),
			InspectionsWithViolation: b.Violations.Count(),
		}
		if measure, ok := b.Measure.Number(); ok {
			shown.Measure = &measure
		}
		if len(f.passenger) > 0 {
			shown.Alert = b.Alert.Flag()
			shown.Percentile = percentile(b.Percentile)
		}
		acute = either(acute, shown.AcuteCritical)
		alert = either(alert, shown.Alert)
		list = append(list, shown)
	}
	return list, acute, alert
}

// percentile reads "64%". There are words in its place where a carrier has too few inspections.
func percentile(t fmcsa.Text) *float64 {
	number, isPercent := strings.CutSuffix(string(t), "%")
	value, ok := fmcsa.Text(number).Number()
	if !isPercent || !ok || value < 0 || value > 100 {
		return nil
	}
	return &value
}

// either is true when one of them is, nil when neither is known.
func either(a, b *bool) *bool {
	if a == nil || b != nil && *b {
		return b
	}
	return a
}

// declared is whether the carrier says that it hauls such things. Household goods and passengers need an authority of
// their own, which counts before the declaration.
func (f *facts) declared(h haul, active *bool) *bool {
	cargo, known := f.cargo()
	carriesAny := func(kinds ...string) *bool {
		if !known {
			return nil
		}
		return new(slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(cargo, k) }))
	}

	switch h {
	case gen.FreightVerdictQueryHaulTypeHazmat:
		return f.hazmat()
	case gen.FreightVerdictQueryHaulTypeOil:
		return carriesAny("liquids_gases", "oilfield_equipment")
	case gen.FreightVerdictQueryHaulTypeHouseholdGoods:
		return cmp.Or(active, carriesAny("household_goods"))
	case gen.FreightVerdictQueryHaulTypePassengers:
		return cmp.Or(active, carriesAny("passengers"))
	}

	return carriesAny("general_freight")
}

func (f *facts) hazmat() *bool {
	if len(f.census) > 0 {
		return f.census[0].Hazardous.Flag()
	}
	return nil
}

// cargoNames are the kinds of cargo in our words, by the census' columns and by the live system's words.
var cargoNames = map[string]string{
	"genfreight": "general_freight", "General Freight": "general_freight",
	"household": "household_goods", "Household Goods": "household_goods",
	"passengers": "passengers", "Passengers": "passengers",
	"liqgas": "liquids_gases", "Liquids/Gases": "liquids_gases",
	"oilfield": "oilfield_equipment", "Oilfield Equipment": "oilfield_equipment",
	"metalsheet": "metal", "Metal; Sheets, Coils, Rolls": "metal", "Metal: Sheets, Coils, Rolls": "metal",
	"motoveh": "motor_vehicles", "Motor Vehicles": "motor_vehicles",
	"drivetow": "driveaway_towaway", "Drive/Tow Away": "driveaway_towaway",
	"logpole": "logs_poles_lumber", "Logs, Poles, Beams, Lumber": "logs_poles_lumber",
	"bldgmat": "building_materials", "Building Materials": "building_materials",
	"mobilehome": "mobile_homes", "Mobile Homes": "mobile_homes",
	"machlrg": "machinery", "Machinery, Large Objects": "machinery",
	"produce": "fresh_produce", "Fresh Produce": "fresh_produce",
	"intermodal": "intermodal_containers", "Intermodal Containers": "intermodal_containers",
	"livestock": "livestock", "Livestock": "livestock",
	"grainfeed": "grain_feed_hay", "Grain, Feed, Hay": "grain_feed_hay",
	"coalcoke": "coal_coke", "Coal/Coke": "coal_coke",
	"meat": "meat", "Meat": "meat",
	"garbage": "garbage", "Garbage/Refuse": "garbage",
	"usmail": "us_mail", "US Mail": "us_mail",
	"chem": "chemicals", "Chemicals": "chemicals",
	"drybulk": "dry_bulk", "Commodities Dry Bulk": "dry_bulk",
	"coldfood": "refrigerated_food", "Refrigerated Food": "refrigerated_food",
	"beverages": "beverages", "Beverages": "beverages",
	"paperprod": "paper_products", "Paper Products": "paper_products",
	"utility": "utilities", "Utilities": "utilities",
	"farmsupp": "farm_supplies", "Agricultural/Farm Supplies": "farm_supplies",
	"construct": "construction", "Construction": "construction",
	"waterwell": "water_well", "Water Well": "water_well",
}

// cargo is what the carrier declares to carry. known is false where no source tells: a census row without any such
// column may be of a carrier that declares nothing.
func (f *facts) cargo() (kinds []string, known bool) {
	var found []string
	if len(f.census) > 0 {
		found, known = f.census[0].Cargo()
	}
	if !known && len(f.liveCargo) > 0 {
		found = f.liveCargo
		known = true
	}
	for _, name := range found {
		if word := cargoNames[name]; word != "" {
			kinds = append(kinds, word)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds), known
}
