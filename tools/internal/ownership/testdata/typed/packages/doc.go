// Package packages uses references with the help of another package.
package packages
