package places

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/censusfiles"
)

// ListName is the name of the list of ZIP codes in answers, in /health and on disk.
const ListName = "census-zip"

const listTitle = "ZIP Code Tabulation Areas of 2020 with their counties and towns"

// share is the share of a ZIP code's land in an area.
type share struct {
	area  Area
	ratio float64 // 0 to 1; for a ZIP code without land, 1 for the first
}

// zipAreas are a ZIP code's areas, the largest share first.
type zipAreas struct {
	counties []share
	towns    []share // in New England only
}

// zips is the list.
type zips struct {
	byZIP map[string]*zipAreas
	towns map[string]map[string]Area // towns of a New England county by the last five digits of their code
}

// declare registers the list with the pool. There were 33,791 tabulation areas in 2020.
func declare(p *upstream.Pool) *upstream.Dataset[*zips] {
	return upstream.NewDataset(p, upstream.DatasetSpec[*zips]{
		Name:       ListName,
		Client:     censusfiles.New(p),
		Files:      censusfiles.Files(),
		Every:      30 * 24 * time.Hour, // a census's files never change
		Parse:      parse,
		Count:      func(z *zips) int { return len(z.byZIP) },
		MinRecords: 33_000,
		Floors: []upstream.Floor[*zips]{{
			What:  "counties of New England with towns",
			Least: 60,
			Count: func(z *zips) int { return len(z.towns) },
		}},
	})
}

func parse(dir fs.FS) (*zips, error) {
	z := &zips{byZIP: map[string]*zipAreas{}, towns: map[string]map[string]Area{}}
	counties := map[string]map[string]int64{}
	towns := map[string]map[string]int64{}
	add := func(into map[string]map[string]int64, zip, code string, land int64) {
		if into[zip] == nil {
			into[zip] = map[string]int64{}
		}
		into[zip][code] += land
	}

	err := censusfiles.Read(dir, censusfiles.Counties, func(p censusfiles.Part) {
		if !strings.HasPrefix(p.Area, "09") { // Connecticut's come with its towns
			add(counties, strings.Clone(p.ZCTA), strings.Clone(p.Area), p.Land)
		}
	})
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	town := func(p censusfiles.Part) {
		if !byTown(p.Area) || len(p.Area) != 10 || strings.HasSuffix(p.Area, "00000") { // water
			return
		}
		zip := strings.Clone(p.ZCTA)
		code := strings.Clone(p.Area)
		names[code] = strings.Clone(p.Name)
		if z.towns[code[:5]] == nil {
			z.towns[code[:5]] = map[string]Area{}
		}
		z.towns[code[:5]][code[5:]] = Area{
			Level: Town,
			Code:  code,
			Name:  names[code],
		}
		if load().former(code[:5]) {
			return // under the planning regions, from their own file
		}
		add(towns, zip, code, p.Land)
		if strings.HasPrefix(code, "09") {
			add(counties, zip, code[:5], p.Land)
		}
	}
	for _, file := range []string{censusfiles.Towns, censusfiles.Connecticut} {
		if err := censusfiles.Read(dir, file, town); err != nil {
			return nil, err
		}
	}

	for zip, land := range counties {
		z.byZIP[zip] = &zipAreas{
			counties: shares(land, func(code string) Area { return load().countyArea(code) }),
			towns: shares(
				towns[zip],
				func(code string) Area {
					return Area{
						Level: Town,
						Code:  code,
						Name:  names[code],
					}
				},
			),
		}
	}
	return z, nil
}

// countyArea is the area for a county code, which may be newer than the table.
func (t *tables) countyArea(fips string) Area {
	if c, ok := t.counties[fips]; ok {
		return c.area()
	}
	return Area{
		Level: County,
		Code:  fips,
		Name:  fips,
	}
}

// shares are the areas by share of the land, largest first.
func shares(land map[string]int64, areaOf func(code string) Area) []share {
	var total int64
	for _, part := range land {
		total += part
	}
	var list []share
	for code, part := range land {
		s := share{area: areaOf(code)}
		if total > 0 {
			s.ratio = float64(part) / float64(total)
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b share) int {
		return cmp.Or(cmp.Compare(b.ratio, a.ratio), cmp.Compare(a.area.Code, b.area.Code))
	})
	return list
}
