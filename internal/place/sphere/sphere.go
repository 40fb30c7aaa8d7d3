// Package sphere measures distances between positions on a sphere of the earth's size.
package sphere

import "math"

const radius = 6371.0088 // km, the mean of IUGG

// KMPerDegree is the length of a degree of latitude.
const KMPerDegree = radius * math.Pi / 180

// Distance is that of two positions along the sphere in kilometres (haversine).
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	const rad = math.Pi / 180
	north := math.Sin((lat2 - lat1) * rad / 2)
	east := math.Sin((lon2 - lon1) * rad / 2)
	h := north*north + math.Cos(lat1*rad)*math.Cos(lat2*rad)*east*east
	return 2 * radius * math.Asin(math.Sqrt(min(1, h)))
}
