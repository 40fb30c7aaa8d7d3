// Package censusfiles reads the relationship files of the U.S. Census Bureau: the counties and county subdivisions
// of the ZIP Code Tabulation Areas of 2020, with the land they share.
//
// In 2022 planning regions replaced Connecticut's counties. A separate file has its county subdivisions under them.
package censusfiles

import (
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the bureau's file server.
var Provider = upstream.Provider{
	Name:    "census_files",
	BaseURL: "https://www2.census.gov",
	Docs: "https://www.census.gov/geographies/reference-files/time-series/geo/" +
		"relationship-files.2020.html",
	Attribution:   "U.S. Census Bureau, relationship files",
	Terms:         "public domain (17 USC 105)",
	Checked:       "headers read 2026-07",
	RatePerMinute: 20,
	Burst:         5,
	Timeout:       10 * time.Minute,
	MaxBytes:      128 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Names of the files on disk.
const (
	Counties    = "zcta_county.txt"
	Towns       = "zcta_cousub.txt"
	Connecticut = "zcta_cousub_ct.txt"
)

// Files are the three downloads.
func Files() []upstream.File {
	const below = "/geo/docs/maps-data/data/"
	file := func(name, path string) upstream.File {
		return upstream.File{Name: name, Request: func(c *upstream.Client) *upstream.Request { return c.Get(path) }}
	}
	return []upstream.File{
		file(Counties, below+"rel2020/zcta520/tab20_zcta520_county20_natl.txt"),
		file(Towns, below+"rel2020/zcta520/tab20_zcta520_cousub20_natl.txt"),
		file(Connecticut, below+"rel2022/acs22_cousub22_zcta520_st09.txt"),
	}
}

// Part is what a tabulation area and another area share.
type Part struct {
	ZCTA string // five digits
	Area string // code of the county (5 digits) or county subdivision (10 digits)
	Name string // "Los Angeles County", "Abington town"
	Land int64  // square metres
}

// Read returns every part in one of the files. It skips land outside all tabulation areas.
func Read(dir fs.FS, file string, use func(Part)) error {
	area := map[string]string{
		Counties:    "COUNTY_20",
		Towns:       "COUSUB_20",
		Connecticut: "COUSUB_22",
	}[file]
	f, err := dir.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()

	rows := upstream.CSV{Comma: '|'}.Read(f).Need("GEOID_ZCTA5_20", "GEOID_"+area, "NAMELSAD_"+area, "AREALAND_PART")
	for row := range rows.All() {
		p := Part{
			ZCTA: row.Get("GEOID_ZCTA5_20"),
			Area: row.Get("GEOID_" + area),
			Name: row.Get("NAMELSAD_" + area),
		}
		if p.ZCTA == "" || p.Area == "" {
			continue
		}
		if p.Land, err = strconv.ParseInt(row.Get("AREALAND_PART"), 10, 64); err != nil {
			return fmt.Errorf("%s: land of %s in %s: %w", file, p.ZCTA, p.Area, err)
		}
		use(p)
	}
	return rows.Err()
}
