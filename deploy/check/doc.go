// Package check holds the tests of what deploy/ describes: each file is read by the code of the program that it is for.
// It is a module of its own, so that none of that code is among the service's dependencies.
package check
