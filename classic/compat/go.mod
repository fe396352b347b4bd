module github.com/rcpool/rcpool/classic/compat

go 1.25.0

require (
	github.com/rcpool/rcpool v0.0.0
	gopkg.in/yaml.v3 v3.0.1
	gorm.io/gorm v1.31.2
)

require (
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	golang.org/x/text v0.20.0 // indirect
)

replace github.com/rcpool/rcpool => ../../
