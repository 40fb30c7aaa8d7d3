// Package arcgis asks layers of ArcGIS servers what is at a point or under a key, and reads their answers. Failures
// come as HTTP 200 with an error inside.
package arcgis

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Row is a feature's attributes by column. One that is null is empty; one that the layer does not have is not there.
type Row map[string]scalar.Text

// Number is a column as a number, nil if there is none.
func (r Row) Number(column string) *float64 {
	value, ok := r[column].Number()
	if !ok {
		return nil
	}
	return &value
}

// AtPoint narrows a query down to the features that a point of WGS 84 lies in.
func AtPoint(request *upstream.Request, lat, lon float64) *upstream.Request {
	return request.
		Query("geometry", degrees(lon)+","+degrees(lat)).
		Query("geometryType", "esriGeometryPoint").
		Query("inSR", "4326").
		Query("spatialRel", "esriSpatialRelIntersects")
}

// Where narrows a query down to the features whose column has a value. The value must be digits, which the caller has
// to see to: it is not escaped.
func Where(request *upstream.Request, column, digits string) *upstream.Request {
	return request.Query("where", column+"='"+digits+"'")
}

// Rows gives the features with all their columns and without their shapes; an empty list when there are none. A feature
// without one of the columns named is a BadResponse: a layer has each of its columns in each row, if only as null. A
// name with a bar is that of either column.
func Rows(ctx context.Context, request *upstream.Request, columns ...string) ([]Row, error) {
	var came features
	_, err := request.
		Query("outFields", "*").
		Query("returnGeometry", "false").
		Query("f", "json").
		Refusal(failure).
		Check(func(resp *upstream.Response) error {
			var read features
			if err := resp.JSON(&read); err != nil {
				return err
			}
			return read.whole(columns)
		}).
		JSON(ctx, &came)
	if err != nil {
		return nil, err
	}

	rows := make([]Row, 0, len(came.Features))
	for _, feature := range came.Features {
		row := Row{}
		for column, value := range feature.Attributes {
			row[column] = ""
			if value != nil {
				row[column] = *value
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// features are the answer of a layer.
type features struct {
	Features []struct {
		Attributes map[string]*scalar.Text `json:"attributes"`
	} `json:"features"`
	More bool `json:"exceededTransferLimit,omitempty"` // only when there are more
}

// whole says what is missing: features that did not come, or a column.
func (f features) whole(columns []string) error {
	if f.More {
		return upstream.BadResponse.Errorf("an answer that is cut off")
	}
	for _, feature := range f.Features {
		for _, column := range columns {
			if !has(feature.Attributes, column) {
				return upstream.Drifted("features[].attributes."+column, "a value or null", "nothing")
			}
		}
	}
	return nil
}

func has(attributes map[string]*scalar.Text, column string) bool {
	for name := range strings.SplitSeq(column, "|") {
		if _, has := attributes[name]; has {
			return true
		}
	}
	return false
}

// failure reads an error inside HTTP 200.
func failure(resp *upstream.Response) error {
	var answer struct {
		Error *struct {
			Code int `json:"code" contract:"signed"`
		} `json:"error"`
	}
	if err := resp.JSON(&answer); err != nil {
		return err
	}
	if answer.Error != nil {
		return kindOf(answer.Error.Code).Errorf("error %d inside the answer", answer.Error.Code)
	}
	return nil
}

// kindOf is what a server's own code means. Code 400 comes for a query that is wrong and for one that failed.
func kindOf(code int) upstream.Kind {
	const invalidToken, tokenRequired = 498, 499
	switch {
	case code == http.StatusTooManyRequests:
		return upstream.RateLimited
	case code == invalidToken, code == tokenRequired, code == http.StatusForbidden:
		return upstream.Unauthorized
	case code >= http.StatusInternalServerError:
		return upstream.Unavailable
	}
	return upstream.BadResponse
}

func degrees(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
