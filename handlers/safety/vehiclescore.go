package safety

import (
	"fmt"
	"math"
	"strings"

	gen "github.com/farebox/farebox/gen/safety"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
)

const statusEmpty = shared.SourceStatus(upstream.StatusEmpty)

// Points of a vehicle's risk. The weights are ours.
const (
	mostRecalls        = 40
	mostSeverity       = 25
	mostVolume         = 15
	mostNCAP           = 15
	mostInvestigations = 5

	pointsParkIt      = 25
	pointsParkOutside = 15
	pointsCritical    = 8
	pointsOther       = 4

	weightDeath = 10
	weightFire  = 4
	weightCrash = 3

	floorParkIt = 60
	floorDeaths = 75 // do not drive, and a death was reported
)

// starPoints are the points of one to five stars.
var starPoints = map[int]int{
	5: 0,
	4: 3,
	3: 7,
	2: 11,
	1: 15,
}

// critical are components that a driver cannot do without.
var critical = []string{
	"AIR BAGS",
	"SERVICE BRAKES",
	"STEERING",
	"FUEL SYSTEM",
	"SEAT BELTS",
	"POWER TRAIN",
}

// dimension is a row of the table: its points and their maximum, nil if it could not be evaluated.
type dimension struct {
	name   string
	points *int
	most   int
	detail string
}

// campaignPoints are those of a campaign. A repair over the air halves them.
func campaignPoints(c campaign) int {
	points := pointsOther
	switch {
	case response.OrZero(c.doNotDrive):
		points = pointsParkIt
	case response.OrZero(c.parkOutside):
		points = pointsParkOutside
	case c.critical():
		points = pointsCritical
	}
	if response.OrZero(c.overTheAir) {
		points /= 2
	}
	return points
}

// critical says whether a campaign is about such a component, or does not say what it is about.
func (c campaign) critical() bool {
	for _, component := range c.components {
		if component == "" {
			return true
		}
		for _, name := range critical {
			if strings.HasPrefix(component, name) {
				return true
			}
		}
		if strings.HasPrefix(component, "ELECTRICAL SYSTEM") && strings.Contains(component, "PROPULSION") {
			return true
		}
	}
	return false
}

// dimensionsOf are the rows of the table for what is known.
func dimensionsOf(k known) []dimension {
	list := []dimension{
		{name: "recalls", most: mostRecalls},
		{name: "complaint_severity", most: mostSeverity},
		{name: "complaint_volume", most: mostVolume},
		{name: "ncap", most: mostNCAP},
		{name: "investigations", most: mostInvestigations},
	}

	set := func(i, points int, format string, args ...any) {
		list[i].points = new(min(points, list[i].most))
		list[i].detail = fmt.Sprintf(format, args...)
	}

	if k.campaigns != nil {
		points := 0
		for _, c := range *k.campaigns {
			points += campaignPoints(c)
		}
		set(0, points, "%s of the model year.", scored.Count(len(*k.campaigns), "recall campaign"))
	}

	if c := k.complaints; c != nil {
		weight := weightDeath*c.deaths + weightFire*c.fires + weightCrash*c.crashes + c.injuries
		set(1, int(math.Floor(8.5*math.Log10(float64(1+weight)))),
			"Owners report %s, %s, %s and %s.", scored.Count(c.deaths, "death"), scored.Count(c.fires, "fire"),
			scored.Count(c.crashes, "crash"), scored.Count(c.injuries, "injury"))
		set(2, int(math.Floor(6*math.Log10(float64(1+c.total)))), "%s about the model year.",
			scored.Count(c.total, "complaint"))
	}

	if k.stars != nil {
		set(3, starPoints[*k.stars], "%d of 5 stars overall, of the lowest variant.", *k.stars)
	}
	if k.investigations != nil {
		set(4, 2**k.investigations, "%s on record.", scored.Count(*k.investigations, "investigation"))
	}

	return list
}

// scoreOf is the risk by the table: the points of the dimensions that could be evaluated as a share of the most that
// they can have. Without the recalls, the heaviest of them, there is no score: good stars alone are no low risk.
func scoreOf(k known) gen.SafetyVehicleRisk {
	list := dimensionsOf(k)
	sum := 0
	most := 0
	var tally scored.Tally
	for _, d := range list {
		tally.Part(d.name, float64(d.most), d.points != nil)
		if d.points == nil {
			continue
		}
		sum += *d.points
		most += d.most
	}
	risk := gen.SafetyVehicleRisk{
		Flags:      []string{},
		Reasons:    []gen.Reason{},
		Dimensions: shown(list),
		Coverage:   tally.Coverage(),
	}
	if k.campaigns == nil {
		risk.Reasons = append(risk.Reasons, gen.Reason{
			Code:     "recalls_unknown",
			Severity: shared.ReasonSeverityMedium,
			Detail:   "The recalls could not be read, without which there is no score.",
		})
		return risk
	}

	exact := 100 * float64(sum) / float64(most)
	for _, d := range list {
		if d.points == nil {
			continue
		}
		share := 100 * float64(*d.points) / float64(most)
		risk.Reasons = append(risk.Reasons, gen.Reason{
			Code:     d.name,
			Points:   share,
			Severity: severities.Of(float64(*d.points) / float64(d.most)),
			Detail:   fmt.Sprintf("%s %d of %d points of the table.", d.detail, *d.points, d.most),
		})
	}
	score, why := tally.Risk(exact)
	floor := k.floor()
	switch {
	case floor == 0:
		risk.Reasons = append(risk.Reasons, why...)
	case scored.Bound(exact) >= floor:
		score = new(scored.Bound(exact))
	default: // the recall holds, whatever else is not known
		risk.Reasons = append(risk.Reasons, gen.Reason{
			Code:     "do_not_drive",
			Points:   float64(floor) - exact,
			Severity: shared.ReasonSeverityHigh,
			Detail:   fmt.Sprintf("A recall says not to drive the vehicle: the score is at least %d.", floor),
		})
		score = &floor
	}
	risk.Score = score
	risk.Band = (*gen.SafetyVehicleRiskBand)(tally.MeanBand(bands, score))
	return risk
}

// severities are those of dimensions, by the share of the points that each can have.
var severities = scored.Severities{Medium: 0.25, High: 0.5}

// floor is the least score that goes with a recall that says not to drive.
func (k known) floor() int {
	if k.campaigns == nil {
		return 0
	}
	for _, c := range *k.campaigns {
		if !response.OrZero(c.doNotDrive) {
			continue
		}
		if k.complaints != nil && k.complaints.deaths > 0 {
			return floorDeaths
		}
		return floorParkIt
	}
	return 0
}

func shown(list []dimension) map[string]gen.Dimension {
	dimensions := map[string]gen.Dimension{}
	for _, d := range list {
		entry := gen.Dimension{Weight: float64(d.most) / 100, Evaluated: d.points != nil}
		if d.points != nil {
			entry.Score = new(int(math.Round(100 * float64(*d.points) / float64(d.most))))
			entry.Detail = &d.detail
		}
		dimensions[d.name] = entry
	}
	return dimensions
}
