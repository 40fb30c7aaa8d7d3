package server

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	gen "github.com/farebox/farebox/gen/platform"

	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/server/platform"
)

// tables are those of the program that have a last day. Nothing can replace an outdated table; the approach of the day
// is reported in advance.
func (m *monitor) tables(r *platform.HealthReport) {
	now := m.parts.Now()
	for _, t := range m.parts.Tables {
		left, ends := t.DaysLeft(now)
		if !ends {
			continue
		}

		state := t.State(now)
		r.Tables = append(r.Tables, gen.PlatformTable{
			Name:          t.Name,
			Status:        gen.PlatformTableStatus(state),
			Holds:         t.Holds,
			AsOfDate:      string(dated.DayOf(t.AsOf.Start())),
			GoodUntilDate: string(t.GoodUntil),
			DaysLeft:      left,
			Routes:        t.Routes,
		})
		if state == dated.Past {
			r.Lacks("table:"+t.Name, string(state), "it was good until "+string(t.GoodUntil)+
				"; answers that rest on it say so or are refused until the service is updated")
		}
	}
}

// tableMetrics show the days that each table with a last day has left.
func tableMetrics(tables []dated.Table, now func() time.Time) prometheus.Collector {
	days := described("farebox_table_days_left",
		"Days until the last one on which a table of the program is good; negative after it.", "table")
	return scrape(func(into chan<- prometheus.Metric) {
		at := now()
		for _, t := range tables {
			if left, ends := t.DaysLeft(at); ends {
				into <- prometheus.MustNewConstMetric(days, prometheus.GaugeValue, float64(left), t.Name)
			}
		}
	}, days)
}
