package censusfiles

import (
	"testing"
	"testing/fstest"
)

const header = "\ufeffOID_ZCTA5_20|GEOID_ZCTA5_20|OID_COUNTY_20|GEOID_COUNTY_20|NAMELSAD_COUNTY_20|AREALAND_PART\r\n"

func read(text string) (parts []Part, err error) {
	dir := fstest.MapFS{Counties: {Data: []byte(text)}}
	err = Read(dir, Counties, func(p Part) { parts = append(parts, p) })
	return parts, err
}

func TestLandOutsideAllTabulationAreasIsLeftOut(t *testing.T) {
	got, err := read(header + "||1|01003|Baldwin County|40\r\n2|00601|3|72001|Adjuntas Municipio|750\r\n")
	if err != nil || len(got) != 1 || got[0] != (Part{"00601", "72001", "Adjuntas Municipio", 750}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for why, text := range map[string]string{
		"a page":     "<html>",
		"nothing":    "",
		"no land":    header + "2|00601|3|72001|Adjuntas Municipio|\r\n",
		"a new name": "GEOID_ZCTA5_30|GEOID_COUNTY_20|NAMELSAD_COUNTY_20|AREALAND_PART\r\n",
	} {
		if _, err := read(text); err == nil {
			t.Errorf("%s was read", why)
		}
	}
}
