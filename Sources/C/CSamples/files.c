// Printed by "table", beside this file.
#include "CSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "photos/a-sea-of-clouds.png" suffix(,)
#embed "photos/a-still-grey-day.jpg" suffix(,)
#embed "photos/above-the-clouds.jpg" suffix(,)
#embed "photos/aurora-above-tromso.jpg" suffix(,)
#embed "photos/before-the-storm.jpg" suffix(,)
#embed "photos/blue-hour-in-the-snow.jpg" suffix(,)
#embed "photos/burning-lake.jpg" suffix(,)
#embed "photos/buttercup-meadow.png" suffix(,)
#embed "photos/canyon-in-the-last-light.jpg" suffix(,)
#embed "photos/cornflowers.jpg" suffix(,)
#embed "photos/crimson-range.jpg" suffix(,)
#embed "photos/dark-water.jpg" suffix(,)
#embed "photos/desert-sundown.jpg" suffix(,)
#embed "photos/evening-tide.png" suffix(,)
#embed "photos/first-light-on-the-water.jpg" suffix(,)
#embed "photos/fjord-at-midsummer.jpg" suffix(,)
#embed "photos/foehn-morning.jpg" suffix(,)
#embed "photos/golden-hour-at-the-tarn.jpg" suffix(,)
#embed "photos/high-pastures.jpg" suffix(,)
#embed "photos/islands-in-amber.jpg" suffix(,)
#embed "photos/lavender-rows.jpg" suffix(,)
#embed "photos/mist-over-the-lake.jpg" suffix(,)
#embed "photos/moonlit-sea.png" suffix(,)
#embed "photos/moonrise.jpg" suffix(,)
#embed "photos/mountains-in-pencil.jpg" suffix(,)
#embed "photos/narrow-water.jpg" suffix(,)
#embed "photos/nightfall-in-the-woods.jpg" suffix(,)
#embed "photos/northern-lights.jpg" suffix(,)
#embed "photos/one-tree-in-october.jpg" suffix(,)
#embed "photos/patchwork-hills.jpg" suffix(,)
#embed "photos/peaks-in-cold-air.jpg" suffix(,)
#embed "photos/pines-in-fresh-snow.jpg" suffix(,)
#embed "photos/poppy-fields.jpg" suffix(,)
#embed "photos/postcard-from-the-alps.jpg" suffix(,)
#embed "photos/rain-on-the-way.jpg" suffix(,)
#embed "photos/red-rock-valley.jpg" suffix(,)
#embed "photos/ridges-before-sunrise.jpg" suffix(,)
#embed "photos/seven-shades-of-blue.png" suffix(,)
#embed "photos/spruces-in-the-mist.jpg" suffix(,)
#embed "photos/summer-hills.png" suffix(,)
#embed "photos/sunset-over-the-lavender.jpg" suffix(,)
#embed "photos/the-frozen-pass.jpg" suffix(,)
#embed "photos/the-great-sand-sea.jpg" suffix(,)
#embed "photos/the-green-island.jpg" suffix(,)
#embed "photos/the-milky-way.png" suffix(,)
#embed "photos/the-mountain-at-dusk.png" suffix(,)
#embed "photos/the-old-oak.jpg" suffix(,)
#embed "photos/the-sleeping-volcano.jpg" suffix(,)
#embed "photos/the-violet-lake.png" suffix(,)
#embed "photos/white-heat.png" suffix(,)
#embed "monarchs/anne.png" suffix(,)
#embed "monarchs/charles-i.png" suffix(,)
#embed "monarchs/charles-ii.png" suffix(,)
#embed "monarchs/charles-iii.png" suffix(,)
#embed "monarchs/edward-i.png" suffix(,)
#embed "monarchs/edward-ii.png" suffix(,)
#embed "monarchs/edward-iii.png" suffix(,)
#embed "monarchs/edward-iv.png" suffix(,)
#embed "monarchs/edward-v.png" suffix(,)
#embed "monarchs/edward-vi.png" suffix(,)
#embed "monarchs/edward-vii.png" suffix(,)
#embed "monarchs/edward-viii.png" suffix(,)
#embed "monarchs/elizabeth-i.png" suffix(,)
#embed "monarchs/elizabeth-ii.png" suffix(,)
#embed "monarchs/george-i.png" suffix(,)
#embed "monarchs/george-ii.png" suffix(,)
#embed "monarchs/george-iii.png" suffix(,)
#embed "monarchs/george-iv.png" suffix(,)
#embed "monarchs/george-v.png" suffix(,)
#embed "monarchs/george-vi.png" suffix(,)
#embed "monarchs/henry-i.png" suffix(,)
#embed "monarchs/henry-ii.png" suffix(,)
#embed "monarchs/henry-iii.png" suffix(,)
#embed "monarchs/henry-iv.png" suffix(,)
#embed "monarchs/henry-v.png" suffix(,)
#embed "monarchs/henry-vi.png" suffix(,)
#embed "monarchs/henry-vii.png" suffix(,)
#embed "monarchs/henry-viii.png" suffix(,)
#embed "monarchs/james-i.png" suffix(,)
#embed "monarchs/james-ii.png" suffix(,)
#embed "monarchs/john.png" suffix(,)
#embed "monarchs/mary-i.png" suffix(,)
#embed "monarchs/mary-ii.png" suffix(,)
#embed "monarchs/richard-i.png" suffix(,)
#embed "monarchs/richard-ii.png" suffix(,)
#embed "monarchs/richard-iii.png" suffix(,)
#embed "monarchs/stephen.png" suffix(,)
#embed "monarchs/victoria.png" suffix(,)
#embed "monarchs/william-i.png" suffix(,)
#embed "monarchs/william-ii.png" suffix(,)
#embed "monarchs/william-iii.png" suffix(,)
#embed "monarchs/william-iv.png" suffix(,)
};

_Static_assert(sizeof bytes == 3758342, "a file has changed: print this table again");

static const SampleFileBytes files[] = {
  {"/photos/a-sea-of-clouds.png", "\"1970217587-72443\"", bytes + 0, 72443},
  {"/photos/a-still-grey-day.jpg", "\"4200364955-31962\"", bytes + 72443, 31962},
  {"/photos/above-the-clouds.jpg", "\"4095543-28662\"", bytes + 104405, 28662},
  {"/photos/aurora-above-tromso.jpg", "\"2347190441-58939\"", bytes + 133067, 58939},
  {"/photos/before-the-storm.jpg", "\"1640415899-40692\"", bytes + 192006, 40692},
  {"/photos/blue-hour-in-the-snow.jpg", "\"3593007499-89292\"", bytes + 232698, 89292},
  {"/photos/burning-lake.jpg", "\"3041162570-26337\"", bytes + 321990, 26337},
  {"/photos/buttercup-meadow.png", "\"1184726542-236896\"", bytes + 348327, 236896},
  {"/photos/canyon-in-the-last-light.jpg", "\"2658969491-41007\"", bytes + 585223, 41007},
  {"/photos/cornflowers.jpg", "\"21014113-93281\"", bytes + 626230, 93281},
  {"/photos/crimson-range.jpg", "\"3626177795-37035\"", bytes + 719511, 37035},
  {"/photos/dark-water.jpg", "\"4107586003-29945\"", bytes + 756546, 29945},
  {"/photos/desert-sundown.jpg", "\"3198170577-17921\"", bytes + 786491, 17921},
  {"/photos/evening-tide.png", "\"4130291850-114797\"", bytes + 804412, 114797},
  {"/photos/first-light-on-the-water.jpg", "\"1023699769-30318\"", bytes + 919209, 30318},
  {"/photos/fjord-at-midsummer.jpg", "\"3134302817-36519\"", bytes + 949527, 36519},
  {"/photos/foehn-morning.jpg", "\"2052339182-63972\"", bytes + 986046, 63972},
  {"/photos/golden-hour-at-the-tarn.jpg", "\"2326634553-41844\"", bytes + 1050018, 41844},
  {"/photos/high-pastures.jpg", "\"164173425-128957\"", bytes + 1091862, 128957},
  {"/photos/islands-in-amber.jpg", "\"883811525-49219\"", bytes + 1220819, 49219},
  {"/photos/lavender-rows.jpg", "\"682623272-57829\"", bytes + 1270038, 57829},
  {"/photos/mist-over-the-lake.jpg", "\"1819327338-27984\"", bytes + 1327867, 27984},
  {"/photos/moonlit-sea.png", "\"1349005809-97600\"", bytes + 1355851, 97600},
  {"/photos/moonrise.jpg", "\"2143121845-41570\"", bytes + 1453451, 41570},
  {"/photos/mountains-in-pencil.jpg", "\"1977359054-19190\"", bytes + 1495021, 19190},
  {"/photos/narrow-water.jpg", "\"3706834452-26051\"", bytes + 1514211, 26051},
  {"/photos/nightfall-in-the-woods.jpg", "\"3489460709-40828\"", bytes + 1540262, 40828},
  {"/photos/northern-lights.jpg", "\"3706814-142596\"", bytes + 1581090, 142596},
  {"/photos/one-tree-in-october.jpg", "\"2967905889-41429\"", bytes + 1723686, 41429},
  {"/photos/patchwork-hills.jpg", "\"3726340328-38166\"", bytes + 1765115, 38166},
  {"/photos/peaks-in-cold-air.jpg", "\"2493210488-41288\"", bytes + 1803281, 41288},
  {"/photos/pines-in-fresh-snow.jpg", "\"1403985578-88795\"", bytes + 1844569, 88795},
  {"/photos/poppy-fields.jpg", "\"987348885-88714\"", bytes + 1933364, 88714},
  {"/photos/postcard-from-the-alps.jpg", "\"4234732877-4811\"", bytes + 2022078, 4811},
  {"/photos/rain-on-the-way.jpg", "\"4162319114-31046\"", bytes + 2026889, 31046},
  {"/photos/red-rock-valley.jpg", "\"1570392524-52848\"", bytes + 2057935, 52848},
  {"/photos/ridges-before-sunrise.jpg", "\"1765721096-23798\"", bytes + 2110783, 23798},
  {"/photos/seven-shades-of-blue.png", "\"282188364-28330\"", bytes + 2134581, 28330},
  {"/photos/spruces-in-the-mist.jpg", "\"2736073380-66488\"", bytes + 2162911, 66488},
  {"/photos/summer-hills.png", "\"1988019823-104836\"", bytes + 2229399, 104836},
  {"/photos/sunset-over-the-lavender.jpg", "\"1176799344-31610\"", bytes + 2334235, 31610},
  {"/photos/the-frozen-pass.jpg", "\"305339147-303425\"", bytes + 2365845, 303425},
  {"/photos/the-great-sand-sea.jpg", "\"2468579416-42608\"", bytes + 2669270, 42608},
  {"/photos/the-green-island.jpg", "\"61270383-34681\"", bytes + 2711878, 34681},
  {"/photos/the-milky-way.png", "\"146207926-108747\"", bytes + 2746559, 108747},
  {"/photos/the-mountain-at-dusk.png", "\"2577436977-60388\"", bytes + 2855306, 60388},
  {"/photos/the-old-oak.jpg", "\"411124481-37808\"", bytes + 2915694, 37808},
  {"/photos/the-sleeping-volcano.jpg", "\"894589491-34031\"", bytes + 2953502, 34031},
  {"/photos/the-violet-lake.png", "\"4294911094-106923\"", bytes + 2987533, 106923},
  {"/photos/white-heat.png", "\"564248858-23011\"", bytes + 3094456, 23011},
  {"/monarchs/anne.png", "\"3915829892-14693\"", bytes + 3117467, 14693},
  {"/monarchs/charles-i.png", "\"3788047399-15584\"", bytes + 3132160, 15584},
  {"/monarchs/charles-ii.png", "\"1187158250-15003\"", bytes + 3147744, 15003},
  {"/monarchs/charles-iii.png", "\"381813039-15782\"", bytes + 3162747, 15782},
  {"/monarchs/edward-i.png", "\"1982990124-14341\"", bytes + 3178529, 14341},
  {"/monarchs/edward-ii.png", "\"365160529-14876\"", bytes + 3192870, 14876},
  {"/monarchs/edward-iii.png", "\"766309247-14363\"", bytes + 3207746, 14363},
  {"/monarchs/edward-iv.png", "\"2995681831-15899\"", bytes + 3222109, 15899},
  {"/monarchs/edward-v.png", "\"1548837499-16460\"", bytes + 3238008, 16460},
  {"/monarchs/edward-vi.png", "\"1494087809-18501\"", bytes + 3254468, 18501},
  {"/monarchs/edward-vii.png", "\"438230694-14515\"", bytes + 3272969, 14515},
  {"/monarchs/edward-viii.png", "\"3778617313-14548\"", bytes + 3287484, 14548},
  {"/monarchs/elizabeth-i.png", "\"1942549308-18045\"", bytes + 3302032, 18045},
  {"/monarchs/elizabeth-ii.png", "\"3142683810-15759\"", bytes + 3320077, 15759},
  {"/monarchs/george-i.png", "\"10676717-14008\"", bytes + 3335836, 14008},
  {"/monarchs/george-ii.png", "\"4125134843-14195\"", bytes + 3349844, 14195},
  {"/monarchs/george-iii.png", "\"460877932-14697\"", bytes + 3364039, 14697},
  {"/monarchs/george-iv.png", "\"1291854709-14395\"", bytes + 3378736, 14395},
  {"/monarchs/george-v.png", "\"242783102-14495\"", bytes + 3393131, 14495},
  {"/monarchs/george-vi.png", "\"1209004025-16038\"", bytes + 3407626, 16038},
  {"/monarchs/henry-i.png", "\"4024293320-13372\"", bytes + 3423664, 13372},
  {"/monarchs/henry-ii.png", "\"1040084049-14458\"", bytes + 3437036, 14458},
  {"/monarchs/henry-iii.png", "\"115904750-15019\"", bytes + 3451494, 15019},
  {"/monarchs/henry-iv.png", "\"2038015091-15705\"", bytes + 3466513, 15705},
  {"/monarchs/henry-v.png", "\"1502791384-17603\"", bytes + 3482218, 17603},
  {"/monarchs/henry-vi.png", "\"2626947496-15714\"", bytes + 3499821, 15714},
  {"/monarchs/henry-vii.png", "\"1062511582-18600\"", bytes + 3515535, 18600},
  {"/monarchs/henry-viii.png", "\"324953219-15890\"", bytes + 3534135, 15890},
  {"/monarchs/james-i.png", "\"4150589819-15465\"", bytes + 3550025, 15465},
  {"/monarchs/james-ii.png", "\"3581716797-15020\"", bytes + 3565490, 15020},
  {"/monarchs/john.png", "\"1205159286-13982\"", bytes + 3580510, 13982},
  {"/monarchs/mary-i.png", "\"531401757-15304\"", bytes + 3594492, 15304},
  {"/monarchs/mary-ii.png", "\"4206841133-15700\"", bytes + 3609796, 15700},
  {"/monarchs/richard-i.png", "\"123774904-14760\"", bytes + 3625496, 14760},
  {"/monarchs/richard-ii.png", "\"248097276-14919\"", bytes + 3640256, 14919},
  {"/monarchs/richard-iii.png", "\"19065817-15747\"", bytes + 3655175, 15747},
  {"/monarchs/stephen.png", "\"3452853878-14545\"", bytes + 3670922, 14545},
  {"/monarchs/victoria.png", "\"244690078-14314\"", bytes + 3685467, 14314},
  {"/monarchs/william-i.png", "\"2635965755-13335\"", bytes + 3699781, 13335},
  {"/monarchs/william-ii.png", "\"1875909332-14981\"", bytes + 3713116, 14981},
  {"/monarchs/william-iii.png", "\"936534618-15778\"", bytes + 3728097, 15778},
  {"/monarchs/william-iv.png", "\"2689750386-14467\"", bytes + 3743875, 14467},
};

const SampleFileBytes *sampleFiles(void) { return files; }

int sampleFileCount(void) { return sizeof files / sizeof *files; }
