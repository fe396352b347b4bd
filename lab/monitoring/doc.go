// Package monitoring has tests of what is in the directory deploy: the rules for
// Prometheus, and the dashboard for Grafana.
//
// Most need the programs prometheus and promtool, and have the build tag
// prometheus. ".ci/run prometheus" installs the programs and runs them. One needs
// npm and has the build tag grafana: ".ci/run grafana".
package monitoring
