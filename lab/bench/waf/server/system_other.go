//go:build !linux

package main

func cpuSeconds() float64 { return 0 }

func forgetPeak() {}

func peakRSS() uint64 { return 0 }
