package drug

import (
	"context"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

const (
	newestReports  = 5
	shownProblems  = 15
	shownMakers    = 10
	shownBrands    = 15
	narrativeShown = 600

	reportPage = "https://www.accessdata.fda.gov/scripts/cdrh/cfdocs/cfmaude/detail.cfm?mdrfoi__id="
)

// deviceCounts are counts of reports that name a brand of a device. Nil is what was not counted.
type deviceCounts struct {
	newest *openfda.Found[openfda.DeviceReport]
	counts map[string]*openfda.Counts
}

// DeviceAdverseEvents answers GET /device/adverse-events.
func (h *Handlers) DeviceAdverseEvents(
	ctx context.Context, req gen.DeviceAdverseEventsRequestObject,
) (gen.DeviceAdverseEventsResponseObject, error) {
	brand := strings.Join(strings.Fields(req.Params.Brand), " ")
	if len(openfda.Plain(brand)) < 2 || samename.Nobody(brand) {
		return nil, problem.Invalid("brand", "brand must be a name of at least two letters or digits, such as FreeStyle Libre")
	}

	search := openfda.Phrase("device.brand_name", brand)
	parts := []upstream.Source[func(*deviceCounts)]{
		upstream.Part("newest", 0,
			func(ctx context.Context) (openfda.Found[openfda.DeviceReport], error) {
				return h.fda.DeviceReports(ctx, openfda.Query{
					Search: search,
					Sort:   openfda.FieldDeviceReceived + ":desc",
					Limit:  newestReports,
				})
			},
			func(d *deviceCounts, found openfda.Found[openfda.DeviceReport]) { d.newest = &found }),
	}
	for field, limit := range map[string]int{
		openfda.FieldEventType:      0,
		openfda.FieldProductProblem: shownProblems,
		openfda.FieldDeviceMaker:    shownMakers,
		openfda.FieldDeviceBrand:    shownBrands,
		openfda.FieldDeviceReceived: 0,
	} {
		parts = append(parts, upstream.Part(field, 0,
			func(ctx context.Context) (openfda.Counts, error) {
				return h.fda.DeviceReportCounts(ctx, search, field, limit)
			},
			func(d *deviceCounts, c openfda.Counts) { d.counts[field] = &c }))
	}

	counted := deviceCounts{counts: map[string]*openfda.Counts{}}
	ctx, reads := upstream.WithReads(ctx)
	fused := upstream.FuseInto(ctx, &counted, parts...)
	if counted.newest == nil {
		if err := fused.Failure("newest"); !missing(err) {
			return nil, err
		}
		return nil, problem.NotFound("brand", "no report of adverse events names a device of this brand")
	}

	if counted.ofOthers(brand) {
		return nil, problem.NotFound("brand", "no report of adverse events names a device of this brand; those that "+
			"were found name others").With("candidates", counted.newestBrands())
	}

	answer := deviceAnswer(brand, counted)
	answer.Sources = []shared.Source{
		inPart(dataset(sourceDevices, reads, counted.newest.Total, counted.newest.Updated, nil), firstFailure(fused),
			countsUnread),
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// newestBrands are those of the devices in the newest reports.
func (d deviceCounts) newestBrands() []string {
	var list []string
	for _, r := range d.newest.Records {
		for _, device := range r.Devices {
			list = append(list, device.Brand)
		}
	}
	return distinct(list)
}

// ofOthers says whether the newest reports name brands, and not the one that was asked for.
func (d deviceCounts) ofOthers(brand string) bool {
	brands := d.newestBrands()
	return len(brands) > 0 && !slices.ContainsFunc(brands, func(name string) bool { return holds(name, brand) })
}

// holds says whether a name has the words of another in this order.
func holds(name, words string) bool {
	spaced := func(text string) string { return " " + strings.Join(chosen.Words(text), " ") + " " }
	return strings.Contains(spaced(name), spaced(words))
}

func deviceAnswer(brand string, d deviceCounts) gen.DeviceAdverseEvents200JSONResponse {
	total := d.newest.Total
	answer := gen.DeviceAdverseEvents200JSONResponse{
		Brand:           brand,
		TotalReports:    total,
		Recent:          []gen.DrugDeviceReport{},
		DataThroughDate: response.Day(d.newest.Updated),
		Attribution:     creditFDA,
		Disclaimer: "Reports to the FDA by manufacturers, hospitals and others: several may be of one event, many " +
			"events are never reported, a report does not say that the device caused it, and nobody knows how many " +
			"devices are in use. No rate or comparison follows. " + disclaimer,
	}

	if c := d.counts[openfda.FieldEventType]; c != nil && c.Has(knownEventTypes...) {
		answer.ByEventType = new(eventTypes(*c, total))
	}

	if c := d.counts[openfda.FieldProductProblem]; c != nil {
		list := []gen.DrugProblem{}
		for _, v := range firstOf(c.Values, shownProblems) {
			list = append(list, gen.DrugProblem{Problem: string(v.Term), Count: v.Count})
		}
		answer.TopProblems = list
	}

	answer.Manufacturers = namedCounts(d.counts[openfda.FieldDeviceMaker], shownMakers)
	answer.Brands = namedCounts(d.counts[openfda.FieldDeviceBrand], shownBrands)
	if c := d.counts[openfda.FieldDeviceReceived]; c != nil {
		answer.ByYear = byYear(*c, total)
	}

	for _, r := range firstOf(d.newest.Records, newestReports) {
		answer.Recent = append(answer.Recent, deviceReport(r, brand))
	}
	return answer
}

// knownEventTypes are the words of the field, as the FDA documents them.
var knownEventTypes = []string{"Death", "Injury", "Malfunction", "Other", "No answer provided"}

func eventTypes(c openfda.Counts, total int) gen.DrugEventTypes {
	types := gen.DrugEventTypes{
		Death:       c.Of("Death"),
		Injury:      c.Of("Injury"),
		Malfunction: c.Of("Malfunction"),
		Other:       c.Of("Other"),
	}
	types.NotStated = max(0, total-types.Death-types.Injury-types.Malfunction-types.Other)
	return types
}

func namedCounts(c *openfda.Counts, shown int) []gen.DrugNamedCount {
	if c == nil {
		return nil
	}
	list := []gen.DrugNamedCount{}
	for _, v := range firstOf(c.Values, shown) {
		list = append(list, gen.DrugNamedCount{Name: string(v.Term), Count: v.Count})
	}
	return list
}

// deviceReport is a report with the device of it that has the brand.
func deviceReport(r openfda.DeviceReport, brand string) gen.DrugDeviceReport {
	shown := gen.DrugDeviceReport{
		ReportNumber: response.OrNull(r.Number),
		DateReceived: day(r.Received),
		EventDate:    day(r.EventDate),
		EventType:    response.OrNull(r.EventType),
		Problems:     r.Problems,
	}

	for _, text := range r.Texts {
		if strings.HasPrefix(strings.ToLower(text.Kind), "description of event") {
			shown.Narrative = response.OrNull(clip.Shown(text.Text, narrativeShown))
			break
		}
	}

	for _, device := range r.Devices {
		if holds(device.Brand, brand) {
			shown.BrandName = response.OrNull(device.Brand)
			shown.GenericName = response.OrNull(device.Generic)
			shown.Manufacturer = response.OrNull(device.Maker)
			break
		}
	}

	if r.Key != "" {
		shown.URL = new(reportPage + string(r.Key))
	}
	return shown
}
