package geo

import (
	"cmp"
	"context"
	"slices"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nws"
)

// srcAlerts is the service's list of alerts among the sources. It fails apart from the observations.
var srcAlerts = nws.Provider.Name + "_alerts"

// observed is what the service has for a spot now.
type observed struct {
	reports []report
	failed  error // why a station could not be asked
	alerts  []nws.Alert
}

// observed asks for the observations near a spot and for alerts, side by side. Alerts that are not of this minute are
// none: a warning may have come since.
func (h *Handlers) observed(ctx context.Context, s *spot) (got observed, alerts gen.Source, err error) {
	lat := s.lat
	lon := s.lon
	type seen struct {
		reports []report
		failed  error
	}
	fused := upstream.FuseInto(ctx, &got,
		upstream.Part(nws.Provider.Name, 0,
			func(ctx context.Context) (seen, error) {
				stations, err := h.stations(ctx, s)
				if err != nil {
					return seen{}, err
				}
				reports, failed := h.observe(ctx, stations)
				return seen{reports, failed}, nil
			},
			func(o *observed, s seen) {
				o.reports = s.reports
				o.failed = s.failed
			}),
		upstream.Part(srcAlerts, 0,
			func(ctx context.Context) ([]nws.Alert, error) { return h.weather.Alerts(ctx, lat, lon) },
			func(o *observed, alerts []nws.Alert) { o.alerts = alerts }),
	)
	if err := fused.Failure(nws.Provider.Name); err != nil {
		return observed{}, gen.Source{}, err
	}

	alerts = response.Sources(fused)[1]
	if upstream.Lacking(string(alerts.Status)) {
		got.alerts = nil
	}
	return got, alerts, nil
}

// severities are the words for how grave an alert is, the gravest first.
var severities = []string{"Extreme", "Severe", "Moderate", "Minor", "Unknown"}

// inForce are alerts as answers show them, the gravest first; nil when they are not known.
func (h *Handlers) inForce(alerts []nws.Alert) []gen.GeoAlert {
	if alerts == nil {
		return nil
	}

	list := []gen.GeoAlert{}
	for _, a := range alerts {
		if !a.Actual() || a.Over(h.now()) {
			continue
		}
		list = append(list, gen.GeoAlert{
			Event:       a.Event,
			Severity:    a.Severity,
			Certainty:   a.Certainty,
			Urgency:     a.Urgency,
			Headline:    response.OrNull(a.Headline),
			Areas:       response.OrNull(a.Areas),
			Instruction: response.OrNull(a.Instruction),
			Sender:      response.OrNull(a.Sender),
			EffectiveAt: a.Effective.UTC(),
			OnsetAt:     response.Moment(&a.Onset),
			EndsAt:      response.Moment(&a.Ends),
			ExpiresAt:   a.Expires.UTC(),
			URL:         a.URL,
		})
	}
	slices.SortStableFunc(list, func(a, b gen.GeoAlert) int {
		return cmp.Compare(slices.Index(severities, a.Severity), slices.Index(severities, b.Severity))
	})
	return list
}
