package depin

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/geodnet"
)

// stationKey is how a station of GEODNET is named beyond doubt, as far as the list tells them apart.
func stationKey(s *geodnet.Station) string {
	if s.Lat == nil || s.Lon == nil {
		return s.Name
	}
	return fmt.Sprintf("%s@%s,%s", s.Name, degrees(*s.Lat), degrees(*s.Lon))
}

func degrees(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// isAt says whether a station is at a position, which may be written in more than one way.
func isAt(s *geodnet.Station, text string) bool {
	north, east, _ := strings.Cut(text, ",")
	lat, badLat := strconv.ParseFloat(north, 64)
	lon, badLon := strconv.ParseFloat(east, 64)
	return badLat == nil && badLon == nil && s.Lat != nil && s.Lon != nil && *s.Lat == lat && *s.Lon == lon
}

// reference describes a GEODNET station.
func (h *Handlers) reference(ctx context.Context, key string, answer *gen.DepinHotspot) error {
	name, place, placed := strings.Cut(key, "@")
	if len(strings.TrimLeft(name, "*")) != 5 {
		return problem.Invalid("key", "key must be the masked name of a GEODNET station, such as ****20CFC: "+
			"the list shows the last five characters of a serial")
	}
	asked, reads := upstream.WithReads(ctx)
	list, err := h.geodnet.Stations(asked)
	if err != nil {
		return err
	}

	var same []*geodnet.Station
	for i := range list {
		s := &list[i]
		if !strings.EqualFold(strings.TrimLeft(s.Name, "*"), strings.TrimLeft(name, "*")) {
			continue
		}
		if placed && !isAt(s, place) {
			continue
		}
		again := func(other *geodnet.Station) bool { return stationKey(other) == stationKey(s) }
		if slices.ContainsFunc(same, again) {
			continue
		}
		same = append(same, s)
	}
	switch {
	case len(same) == 0:
		return upstream.NotFound.Errorf("no such station")
	case len(same) > 1:
		return chosen.Several("key", "station", response.Each(same, stationKey))
	}

	s := same[0]
	answer.Name = response.OrNull(s.Name)
	answer.DeviceType = new("gnss reference station")
	answer.ActiveNote = new("The public list of GEODNET does not tell whether a station is on line.")
	if position(s.Lat, s.Lon) {
		answer.Location = &gen.DepinLocation{
			Lat:       *s.Lat,
			Lon:       *s.Lon,
			Precision: gen.Published,
		}
	}
	answer.Sources = []gen.Source{response.Read(geodnet.Provider.Name, reads, nil)}
	return nil
}
