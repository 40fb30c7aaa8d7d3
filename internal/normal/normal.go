// Package normal is the standard normal distribution, with full precision in its tails.
package normal

import "math"

// Sqrt2Pi is the square root of 2 pi.
const Sqrt2Pi = 2.50662827463100050241576528481104525

const halfSqrt2 = math.Sqrt2 / 2

// Density is the standard normal density.
func Density(x float64) float64 { return math.Exp(-x*x/2) / Sqrt2Pi }

// CDF is the standard normal distribution function. It uses erfc on both sides, so that the far left tail keeps its
// relative precision, which 1 - N(-x) would lose.
func CDF(x float64) float64 { return math.Erfc(-x*halfSqrt2) / 2 }

// Quantile is the inverse of CDF for p in (0, 1), by Wichura, "Algorithm AS 241: The Percentage Points of the
// Normal Distribution", Applied Statistics 37 (1988), routine PPND16, accurate to about 1 part in 10^16.
//
// The conversions to float64 forbid fused multiply-adds, so that simulations draw the same normals on every
// architecture (except for the last bit of log in the tails).
func Quantile(p float64) float64 {
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		return q * ratio(r, &centralNum, &centralDen)
	}

	r := p
	if q > 0 {
		r = 1 - p
	}
	r = math.Sqrt(-math.Log(r))

	var x float64
	if r <= 5 {
		x = ratio(r-1.6, &middleNum, &middleDen)
	} else {
		x = ratio(r-5, &farNum, &farDen)
	}
	if q < 0 {
		return -x
	}
	return x
}

// ratio is the quotient of two polynomials of degree 7, with coefficients from the constant term up.
func ratio(r float64, num, den *[8]float64) float64 {
	n := float64(num[7]*r) + num[6]
	n = float64(n*r) + num[5]
	n = float64(n*r) + num[4]
	n = float64(n*r) + num[3]
	n = float64(n*r) + num[2]
	n = float64(n*r) + num[1]
	n = float64(n*r) + num[0]
	d := float64(den[7]*r) + den[6]
	d = float64(d*r) + den[5]
	d = float64(d*r) + den[4]
	d = float64(d*r) + den[3]
	d = float64(d*r) + den[2]
	d = float64(d*r) + den[1]
	d = float64(d*r) + den[0]
	return n / d
}

// The coefficients of PPND16, as published.
var (
	centralNum = [8]float64{
		3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
		4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3,
	}
	centralDen = [8]float64{
		1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
		2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3,
	}
	middleNum = [8]float64{
		1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
		1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
	}
	middleDen = [8]float64{
		1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
		1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
	}
	farNum = [8]float64{
		6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
		2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
	}
	farDen = [8]float64{
		1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
		7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
	}
)
