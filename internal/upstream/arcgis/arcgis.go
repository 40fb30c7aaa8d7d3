// Package arcgis asks layers of ArcGIS servers what is at a point or under a key, and reads their answers. Failures
// come as HTTP 200 with an error inside.
package arcgis

import (
	"context"
	"net/http"
	"strconv"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Row is a feature's attributes by column. A column that the layer does not have, or that is null, is empty.
type Row map[string]scalar.Text

// Number is a column as a number, nil for none.
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

// Rows gives the features with all their columns and without their shapes; an empty list when there are none.
func Rows(ctx context.Context, request *upstream.Request) ([]Row, error) {
	resp, err := request.
		Query("outFields", "*").
		Query("returnGeometry", "false").
		Query("f", "json").
		Check(func(resp *upstream.Response) error {
			_, err := read(resp)
			return err
		}).
		Do(ctx)
	if upstream.KindOf(err) == upstream.NotFound {
		// The layer itself is gone, which says nothing about what it would have had.
		return nil, upstream.BadResponse.Errorf("no such layer: %v", err)
	}
	if err != nil {
		return nil, err
	}
	return read(resp)
}

func read(resp *upstream.Response) ([]Row, error) {
	var answer struct {
		Features *[]struct {
			Attributes Row `json:"attributes"`
		} `json:"features"`
		Error *struct {
			Code int `json:"code"`
		} `json:"error"`
		More bool `json:"exceededTransferLimit"`
	}
	if err := resp.JSON(&answer); err != nil {
		return nil, err
	}
	switch {
	case answer.Error != nil:
		return nil, kindOf(answer.Error.Code).Errorf("error %d inside the answer", answer.Error.Code)
	case answer.Features == nil:
		return nil, upstream.BadResponse.Errorf("an answer without features")
	case answer.More:
		return nil, upstream.BadResponse.Errorf("an answer that is cut off")
	}

	rows := make([]Row, 0, len(*answer.Features))
	for i, feature := range *answer.Features {
		if feature.Attributes == nil {
			return nil, upstream.BadResponse.Errorf("feature %d has no attributes", i+1)
		}
		rows = append(rows, feature.Attributes)
	}
	return rows, nil
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
