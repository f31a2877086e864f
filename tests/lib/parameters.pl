# parameters.pl FILE...: functions that are defined with more than six parameters, "name<TAB>number"
use strict;
use warnings;

undef $/;
for my $path (@ARGV) {
	open my $file, '<', $path or die "$path: $!\n";
	my $text = <$file>;
	$text =~ s{/\*.*?\*/|//[^\n]*}{ }gs;
	while ($text =~ /^(?!typedef|\#|\s|return|else)[A-Za-z_][\w\s*]*?\b([A-Za-z_]\w*)\(([^;{}()]*(?:\([^()]*\)[^;{}()]*)*)\)\s*\{/gm) {
		my ($name, $list) = ($1, $2);
		1 while $list =~ s/\([^()]*\)//g; # of parameters that are functions
		my $n = 1 + ($list =~ tr/,//);
		print "$name\t$n\n" if $n > 6;
	}
}
