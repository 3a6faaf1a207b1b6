"""What people write when they say when: what it means, what is asked back, and what is refused."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.planner import (
    Cron,
    Impossible,
    NoPlan,
    Once,
    Plan,
    Several,
    Unclear,
    Unknown,
    decode_plan,
    encode_plan,
    find_plan_first,
    find_plan_last,
    in_words,
    next_after,
    read_moment,
    read_plan,
)

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2027, 1, 18, 12, 0, tzinfo=UTC)
"""A Monday, 13:00 in Berlin."""

ONCE = """
in 2h freeze ends                          | 2027-01-18 15:00 | freeze ends
in 2h: freeze ends                         | 2027-01-18 15:00 | freeze ends
in 2 hours freeze ends                     | 2027-01-18 15:00 | freeze ends
2h freeze ends                             | 2027-01-18 15:00 | freeze ends
in 90 minutes                              | 2027-01-18 14:30 |
in 1h30m stand up                          | 2027-01-18 14:30 | stand up
in 1 hour and 30 minutes stand up          | 2027-01-18 14:30 | stand up
in an hour call back                       | 2027-01-18 14:00 | call back
in half an hour call back                  | 2027-01-18 13:30 | call back
in a quarter of an hour tea                | 2027-01-18 13:15 | tea
in an hour and a half tea                  | 2027-01-18 14:30 | tea
in a couple of hours tea                   | 2027-01-18 15:00 | tea
in two days renew                          | 2027-01-20 13:00 | renew
in 3 days at 9:00 renew                    | 2027-01-21 09:00 | renew
in a week renew                            | 2027-01-25 13:00 | renew
in a fortnight renew                       | 2027-02-01 13:00 | renew
a week from friday renew                   | 2027-01-29 09:00 | renew
2 days from tomorrow at 10:00 renew        | 2027-01-21 10:00 | renew
end of day renew                           | 2027-01-18 17:00 | renew
this weekend renew                         | 2027-01-23 09:00 | renew
in a month renew                           | 2027-02-18 13:00 | renew
in 3 months at 10:00 renew                 | 2027-04-18 10:00 | renew
three hours from now renew                 | 2027-01-18 16:00 | renew
in 30 days renew                           | 2027-02-17 13:00 | renew
at 17:00 deploy                            | 2027-01-18 17:00 | deploy
17:00 deploy                               | 2027-01-18 17:00 | deploy
at 5pm deploy                              | 2027-01-18 17:00 | deploy
at 5 pm deploy                             | 2027-01-18 17:00 | deploy
at 5 p.m. deploy                           | 2027-01-18 17:00 | deploy
at 5 in the afternoon deploy               | 2027-01-18 17:00 | deploy
today at 5 deploy                          | 2027-01-18 17:00 | deploy
at 17 deploy                               | 2027-01-18 17:00 | deploy
at 17.30 deploy                            | 2027-01-18 17:30 | deploy
at half past 9 deploy                      | 2027-01-19 09:30 | deploy
at quarter to ten deploy                   | 2027-01-19 09:45 | deploy
at quarter to 12 pm deploy                 | 2027-01-19 11:45 | deploy
at 10.12 deploy                            | 2027-01-19 10:12 | deploy
on 10.12 deploy                            | 2027-12-10 09:00 | deploy
31.12 18:00 deploy                         | 2027-12-31 18:00 | deploy
at 9am deploy                              | 2027-01-19 09:00 | deploy
at 9 deploy                                | 2027-01-19 09:00 | deploy
at 17:00 America/New_York deploy           | 2027-01-18 23:00 | deploy
9am UTC deploy                             | 2027-01-19 10:00 | deploy
9am new york time deploy                   | 2027-01-18 15:00 | deploy
at 9am (utc) tomorrow deploy               | 2027-01-19 10:00 | deploy
at noon lunch                              | 2027-01-19 12:00 | lunch
at midnight sleep                          | 2027-01-19 00:00 | sleep
tonight at midnight sleep                  | 2027-01-19 00:00 | sleep
this evening water the plants              | 2027-01-18 18:00 | water the plants
this evening at 7 water the plants         | 2027-01-18 19:00 | water the plants
tonight water the plants                   | 2027-01-18 20:00 | water the plants
tonight at 1 water the plants              | 2027-01-19 01:00 | water the plants
tonight at 12 water the plants             | 2027-01-19 00:00 | water the plants
friday night at 1 water the plants         | 2027-01-23 01:00 | water the plants
tomorrow at 2 at night water the plants    | 2027-01-19 02:00 | water the plants
tomorrow at 12 in the afternoon water      | 2027-01-19 12:00 | water
tonight at 9pm water the plants            | 2027-01-18 21:00 | water the plants
today 17:00 go home                        | 2027-01-18 17:00 | go home
tomorrow 9am to rotate backups             | 2027-01-19 09:00 | to rotate backups
tomorrow at 9am, rotate backups            | 2027-01-19 09:00 | rotate backups
Tomorrow 9 AM rotate backups               | 2027-01-19 09:00 | rotate backups
tomorrow rotate backups                    | 2027-01-19 09:00 | rotate backups
tomorrow morning rotate backups            | 2027-01-19 09:00 | rotate backups
tomorrow in the afternoon rotate           | 2027-01-19 15:00 | rotate
9am tomorrow rotate backups                | 2027-01-19 09:00 | rotate backups
day after tomorrow 10:30 rotate            | 2027-01-20 10:30 | rotate
friday 17:00 beer                          | 2027-01-22 17:00 | beer
on friday at 17:00: beer                   | 2027-01-22 17:00 | beer
fri 17:00 beer                             | 2027-01-22 17:00 | beer
friday beer                                | 2027-01-22 09:00 | beer
friday evening beer                        | 2027-01-22 18:00 | beer
17:00 on friday beer                       | 2027-01-22 17:00 | beer
friday this week 17:00 beer                | 2027-01-22 17:00 | beer
friday next week beer                      | 2027-01-29 09:00 | beer
friday, 22 january at 17:00 beer           | 2027-01-22 17:00 | beer
monday 9:00 stand-up                       | 2027-01-25 09:00 | stand-up
monday 14:00 stand-up                      | 2027-01-18 14:00 | stand-up
next monday 9:00 stand-up                  | 2027-01-25 09:00 | stand-up
the 15th at 9:00 rent                      | 2027-02-15 09:00 | rent
on the 31st of next month rent             | impossible       |
24 december 18:00 presents                 | 2027-12-24 18:00 | presents
december 24th at 18:00 presents            | 2027-12-24 18:00 | presents
3 jan cake                                 | 2028-01-03 09:00 | cake
29 february cake                           | 2028-02-29 09:00 | cake
on 24.12.2028 at 18:00 presents            | 2028-12-24 18:00 | presents
24.12. presents                            | 2027-12-24 09:00 | presents
24/12 18:00 presents                       | 2027-12-24 18:00 | presents
2027-12-01 08:00 new month                 | 2027-12-01 08:00 | new month
2027-12-01T08:00 new month                 | 2027-12-01 08:00 | new month
2027-12-01T08:00:00Z new month             | 2027-12-01 09:00 | new month
2027-12-01T08:00+05:00 new month           | 2027-12-01 04:00 | new month
2027-12-01 new month                       | 2027-12-01 09:00 | new month
<time:2027-12-01T08:00:00Z> new month      | 2027-12-01 09:00 | new month
next week retrospective                    | 2027-01-25 09:00 | retrospective
next month retrospective                   | 2027-02-01 09:00 | retrospective
end of month retrospective                 | 2027-01-31 09:00 | retrospective
first monday of next month retrospective   | 2027-02-01 09:00 | retrospective
last day of february 2028 retrospective    | 2028-02-29 09:00 | retrospective
in 2h the 5pm meeting moves                | 2027-01-18 15:00 | the 5pm meeting moves
tomorrow 9am 2h maintenance window         | 2027-01-19 09:00 | 2h maintenance window
may 5 things                               | 2027-05-05 09:00 | things
please tomorrow at 9 sharpen               | 2027-01-19 09:00 | sharpen
tomorow 14 Uhr eat                         | 2027-01-19 14:00 | eat
thrusday 11ish eat                         | 2027-01-21 11:00 | eat
3 working days after 22 january eat        | 2027-01-27 09:00 | eat
in about 2 hours eat                       | 2027-01-18 15:00 | eat
end of march eat                           | 2027-03-31 09:00 | eat
beginning of next week eat                 | 2027-01-25 09:00 | eat
friday the week after next eat             | 2027-02-05 09:00 | eat
at 10 to 12 eat                            | 2027-01-19 11:50 | eat
3 may next year eat                        | 2028-05-03 09:00 | eat
first working day after 22 january eat     | 2027-01-25 09:00 | eat
in 3 working days eat                      | 2027-01-21 09:00 | eat
tuesday in week 10 eat                     | 2027-03-09 09:00 | eat
"""

RECURRING = """
every day 9                                | 19.01. 09:00, 20.01. 09:00 | 0 9 * * *
each day 9 and 17                          | 18.01. 17:00, 19.01. 09:00 | 0 9,17 * * *
from tuesday on, each day 6 in the morning | 19.01. 06:00, 20.01. 06:00 |
every 30 minutes from 2:30 to 4pm          | 18.01. 14:30, 18.01. 15:00 |
every hour at :15 between 9 and 11         | 19.01. 09:15, 19.01. 10:15 | 15 9,10 * * *
friday at 5pm every week                   | 22.01. 17:00, 29.01. 17:00 | 0 17 * * fri
first monday 9am every month               | 01.02. 09:00, 01.03. 09:00 | 0 9 * * mon#1
second to last friday of the month         | 22.01. 09:00, 19.02. 09:00 | 0 9 * * fri#-2
second last day of the quarter             | 30.03. 09:00, 29.06. 09:00 | 0 9 L-1 3-12/3 *
every monday but not the first of the month | 25.01. 09:00, 08.02. 09:00 | 0 9 * * mon#2,mon#3,mon#4,mon#5
every day except tomorrow                  | 20.01. 09:00, 21.01. 09:00 |
half yearly on the 1st                     | 01.02. 09:00, 01.08. 09:00 | 0 9 1 2,8 *
every 15 minutes from 2 to 3 pm tomorrow   | 19.01. 14:00, 19.01. 14:15 |
every day at 9                             | 19.01. 09:00, 20.01. 09:00 | 0 9 * * *
daily at 7                                 | 19.01. 07:00, 20.01. 07:00 | 0 7 * * *
every morning                              | 19.01. 09:00, 20.01. 09:00 | 0 9 * * *
every morning and evening                  | 18.01. 18:00, 19.01. 09:00 | 0 9,18 * * *
every night at 1                           | 19.01. 01:00, 20.01. 01:00 | 0 1 * * *
every night at 11                          | 18.01. 23:00, 19.01. 23:00 | 0 23 * * *
at noon every day                          | 19.01. 12:00, 20.01. 12:00 | 0 12 * * *
weekdays at 9:00                           | 19.01. 09:00, 20.01. 09:00 | 0 9 * * mon-fri
every working day at 9:00                  | 19.01. 09:00, 20.01. 09:00 | 0 9 * * mon-fri
every weekday except friday at 9:00        | 19.01. 09:00, 20.01. 09:00 | 0 9 * * mon-thu
every weekday at 9:00 and 17:00            | 18.01. 17:00, 19.01. 09:00 | 0 9,17 * * mon-fri
every weekday at 9:00 and 17:30            | 18.01. 17:30, 19.01. 09:00 |
monday to friday at 9, 12 and 15           | 18.01. 15:00, 19.01. 09:00 | 0 9-15/3 * * mon-fri
every weekend                              | 23.01. 09:00, 24.01. 09:00 | 0 9 * * sat,sun
mon, wed and fri 08:15                     | 20.01. 08:15, 22.01. 08:15 | 15 8 * * mon,wed,fri
mondays at 9:30                            | 25.01. 09:30, 01.02. 09:30 | 30 9 * * mon
monday mornings at 8                       | 25.01. 08:00, 01.02. 08:00 | 0 8 * * mon
weekday evenings                           | 18.01. 18:00, 19.01. 18:00 | 0 18 * * mon-fri
first of the month                         | 01.02. 09:00, 01.03. 09:00 | 0 9 1 * *
every day at 9 from 1 june to 2 june       | 01.06. 09:00, 02.06. 09:00 |
every friday evening at 7                  | 22.01. 19:00, 29.01. 19:00 | 0 19 * * fri
every monday in december at 8              | 06.12. 08:00, 13.12. 08:00 | 0 8 * 12 mon
weekly on tuesday at 10:00                 | 19.01. 10:00, 26.01. 10:00 | 0 10 * * tue
weekly                                     | 25.01. 09:00, 01.02. 09:00 | 0 9 * * mon
every 15 minutes                           | 18.01. 13:15, 18.01. 13:30 | */15 * * * *
hourly                                     | 18.01. 14:00, 18.01. 15:00 | 0 * * * *
every hour at :20                          | 18.01. 13:20, 18.01. 14:20 | 20 * * * *
every 2 hours                              | 18.01. 14:00, 18.01. 16:00 | 0 */2 * * *
every 2 hours between 8 and 18             | 18.01. 14:00, 18.01. 16:00 | 0 8-18/2 * * *
every 2 hours from 8 to 18 on weekdays     | 18.01. 14:00, 18.01. 16:00 | 0 8-18/2 * * mon-fri
weekdays every hour 9-17                   | 18.01. 14:00, 18.01. 15:00 | 0 9-17 * * mon-fri
every 30 minutes between 9:00 and 17:00    | 18.01. 13:30, 18.01. 14:00 |
every 6 hours between 20:00 and 8:00       | 18.01. 20:00, 19.01. 02:00 | 0 2,8,20 * * *
every 15 minutes between 21:00 and 8:00    | 18.01. 21:00, 18.01. 21:15 |
every 90 minutes                           | 18.01. 14:30, 18.01. 16:00 |
every 45 seconds                           | 18.01. 13:00, 18.01. 13:01 |
every 2h starting tomorrow 7:30            | 19.01. 07:30, 19.01. 09:30 |
first monday of the month 10:30            | 01.02. 10:30, 01.03. 10:30 | 30 10 * * mon#1
first monday                               | 01.02. 09:00, 01.03. 09:00 | 0 9 * * mon#1
first and third tuesday of every month     | 19.01. 09:00, 02.02. 09:00 | 0 9 * * tue#1,tue#3
last friday of the month at 4pm            | 29.01. 16:00, 26.02. 16:00 | 0 16 * * 5L
last day of the month                      | 31.01. 09:00, 28.02. 09:00 | 0 9 L * *
first working day of the month             | 01.02. 09:00, 01.03. 09:00 | 0 9 1W * *
first and third monday                     | 01.02. 09:00, 15.02. 09:00 | 0 9 * * mon#1,mon#3
last working day of the month 16:00        | 29.01. 16:00, 26.02. 16:00 | 0 16 LW * *
on the 1st and 15th at noon                | 01.02. 12:00, 15.02. 12:00 | 0 12 1,15 * *
monthly on the 15th at 8am                 | 15.02. 08:00, 15.03. 08:00 | 0 8 15 * *
every month                                | 01.02. 09:00, 01.03. 09:00 | 0 9 1 * *
31st of the months that have it            | 31.01. 09:00, 31.03. 09:00 | 0 9 31 * *
every 2 months on the 1st                  | 01.02. 09:00, 01.04. 09:00 | 0 9 1 2-12/2 *
every quarter                              | 01.04. 09:00, 01.07. 09:00 | 0 9 1 1-10/3 *
last day of the quarter                    | 31.03. 09:00, 30.06. 09:00 | 0 9 L 3-12/3 *
the 1st of april and october               | 01.04. 09:00, 01.10. 09:00 | 0 9 1 4,10 *
every year on 24 december 18:00            | 24.12. 18:00, 24.12. 18:00 | 0 18 24 12 *
24 december every year                     | 24.12. 09:00, 24.12. 09:00 | 0 9 24 12 *
every year on the last friday of november  | 26.11. 09:00, 24.11. 09:00 | 0 9 * 11 5L
every other friday at 10                   | 22.01. 10:00, 05.02. 10:00 |
every 2 weeks on tuesday 14:00             | 19.01. 14:00, 02.02. 14:00 |
every 2 weeks on tue and thu at 9          | 19.01. 09:00, 21.01. 09:00 |
fortnightly on monday at 9                 | 25.01. 09:00, 08.02. 09:00 |
every 3 days at 9am                        | 19.01. 09:00, 22.01. 09:00 |
every third day at 9am and 5pm             | 18.01. 17:00, 21.01. 09:00 |
every other day starting 1 february        | 01.02. 09:00, 03.02. 09:00 |
every day at 9 starting next monday        | 25.01. 09:00, 26.01. 09:00 |
every day at 9 until tomorrow              | 19.01. 09:00, none |
every day at 9 from 1 may until 2 may 8:00 | 01.05. 09:00, none |
every monday at 9:00 and every friday at 16:00 | 22.01. 16:00, 25.01. 09:00 |
every day at 9:00 Asia/Tokyo               | 19.01. 01:00, 20.01. 01:00 |
every day at 9:00 (Asia/Tokyo)             | 19.01. 01:00, 20.01. 01:00 |
0 9 * * mon-fri                            | 19.01. 09:00, 20.01. 09:00 | 0 9 * * mon-fri
30 9,17 1,15 * * until 3 february          | 01.02. 09:30, 01.02. 17:30 |
@daily                                     | 19.01. 00:00, 20.01. 00:00 | 0 0 * * *
@weekly                                    | 24.01. 00:00, 31.01. 00:00 | 0 0 * * 0
"""  # fmt: skip

UNCLEAR = """
at 5                          | at 05:00 | at 17:00
friday at 5 America/New_York  | friday at 05:00 America/New_York | friday at 17:00 America/New_York
every day at 5                | every day at 05:00 | every day at 17:00
half past 5                   | 05:30 | 17:30
every 2 hours between 13 and 5 | every 2 hours between 13 and 05:00 | every 2 hours between 13 and 17:00
every hour 13-5 on weekdays   | every hour 13:00-05:00 on weekdays | every hour 13:00-17:00 on weekdays
twice a day                   | every day at 09:00 and 17:00 | every day at 08:00 and 20:00
three times a week at 10      | every monday, wednesday and friday at 10 | every tuesday, thursday and saturday at 10
next friday 17:00             | friday this week 17:00 | friday next week 17:00
17h                           | in 17 hours | at 17:00
03/04                         | 3 april | 4 march
on 03/04/2028 at 10:00        | on 3 april 2028 at 10:00 | on 4 march 2028 at 10:00
10.12                         | 10:12 | 10.12.
sometime friday at 9          | friday morning at 9 | friday afternoon at 9
sometime tomorrow             | tomorrow morning | tomorrow afternoon | tomorrow evening
in a few weeks                | in 2 weeks | in 3 weeks | in 5 weeks
between wednesday and friday  | on wednesday | on thursday | on friday
later today                   | in 1 hour | in 3 hours | tonight
in an hour or two             | in 1 hour | in 2 hours
in 2-3 weeks                  | in 2 weeks | in 3 weeks
half yearly                   | every year on 1 january and 1 july | every year on 30 june and 31 december
friday at 11 or 12            | friday at 11 | friday at 12
monday or tuesday at 9        | monday at 9 | tuesday at 9
in 2h or at 16:00             | in 2h | at 16:00
at 8 and 9pm                  | at 08:00 and 9pm | at 20:00 and 9pm
every hour 8-10pm             | every hour 08:00-22:00 | every hour 20:00-22:00
every hour from 9 to 2am      | every hour from 09:00 to 2am | every hour from 21:00 to 2am
every month on the 31st       | every month on the last day of the month | every month on the 31st of the months that have it
every second friday           | every other friday | every second friday of the month
every 3rd friday at 10:00     | every 3 weeks on friday at 10:00 | every 3rd friday of the month at 10:00
first monday of may at 10:00  | first monday of may 2027 at 10:00 | every year on first monday of may at 10:00
at 5 and 6 every day          | at 05:00 and 06:00 every day | at 05:00 and 18:00 every day | at 17:00 and 06:00 every day | at 17:00 and 18:00 every day
"""  # noqa: E501

REFUSED = {
    "today 8am": "Monday, 18 January 2027, 08:00 is over: name a time that is still to come",
    "2020-01-01": "Wednesday, 01 January 2020, 09:00 is over: name a time that is still to come",
    "yesterday": "Sunday, 17 January 2027, 09:00 is over: name a time that is still to come",
    "in 0m": "Monday, 18 January 2027, 13:00 is over: name a time that is still to come",
    "at 25:00": "there is no “25:00” on any clock",
    "13pm": "there is no “13pm” on any clock",
    "sixth monday of the month": "there is no sixth monday",
    "30 february": "there is no 30 February 2027",
    "31.11.": "there is no 31 November 2027",
    "the 32nd": "there is no day 32",
    "friday 23 january 2027": "23 January 2027 is a Saturday, not a Friday",
    "2027-02-30": "there is no “2027-02-30”: day is out of range for month",
    "2027-02-30T08:00Z": "there is no “2027-02-30t08:00z”: day is out of range for month",
    "2027-03-28 02:30": (
        "there is no 02:30 on Sunday, 28 March 2027 in Europe/Berlin: the clocks go forward then"
    ),
    "in 200 years": "that is more than a hundred years away",
    "in 40000 days": "“40000days” is longer than a hundred years",
    "every 31 april": "there is no 31 april",
    "every year on 30 february": "there is no 30 february",
    "every 0 minutes": "nothing can recur every 0 minutes",
    "every 0 days": "nothing can recur every 0 days, or less often than every hundred years",
    "every 5 months": (
        "every 5 months is not the same in every year: every 2, 3, 4, 6 or 12 months can be kept"
    ),
    "30 2 30 2 *": "“30 2 30 2 *” names a day that never comes",
    "99 9 * * *": "“99 9 * * *” cannot be: there is no minute 99, minutes go from 0 to 59",
    "0 9 * * fri#6": "“0 9 * * fri#6” cannot be: no month has a day of the week 6 times",
    "0 9 28-3 * *": "“0 9 28-3 * *” cannot be: “28-3” goes backwards, write 28-31,1-3",
    "*/0 * * * *": "“*/0 * * * *” cannot be: nothing recurs by steps of 0",
    "every month on the 5th except the 5th of may": (
        "single days and days of the month cannot be excepted, only days of the week"
    ),
    "every monday except the last one of the month": (
        "the last one of a month cannot be excepted: name the turns that are meant"
    ),
    "weekdays but not the first one of the month": (
        "turns in the month can be excepted only from one day of the week"
    ),
    "every other day except tomorrow": (
        "a day can be excepted only from what recurs by days of the week or by hours"
    ),
    "2 working days before the 15th of every month": (
        "what is so many days before or after a day can be told once, but not for every month"
    ),
    "every wednesday in odd weeks": (
        "odd weeks cannot be kept, for some years have 53: write “every other wednesday starting ...”"
    ),
    "every hour at :40 between 9:00 and 9:30": "there is no minute 40 between 09:00 and 09:30",
    "tuesday in week 53 ": "there is no calendar week 53 in 2027",
    "twice a day at 9": "2 times a day were asked for, but 1 time is named",
    "7 times a day": "7 times a day were asked for: name them, “at 9:00, 11:00, 13:00, ...”",
    "every weekend except weekends": "no day is left but those that are excepted",
    "every 3 days except sundays": (
        "days of the week can be excepted only from what recurs by days of the week or by hours"
    ),
    "every day at 9:00:30": "“9:00:30” has seconds, but what recurs comes at whole minutes",
    "every day for 0 days": "nothing can recur for 0 days",
    "every day 5000 times": "5000 times are too many to be counted: say until when",
    "2 hours ago": "Monday, 18 January 2027, 11:00 is over: name a time that is still to come",
    "every day at 9 until yesterday": "it would never come: it is over before it begins",
}

UNKNOWN = {
    "every monday and cake": "I understand “every monday”, but not what follows it: “and cake”",
    "0 9 * foo *": "“0 9 * foo *” is not a cron expression: its month cannot be read",
    "0 9 * *": (
        "“0 9 * *” is not a cron expression: it has 4 fields instead of 5 "
        "(minute, hour, day of month, month, day of week)"
    ),
    "soon": (
        "“soon” is not a time such as in 2h, at 17:00, tomorrow 9am, friday 17:00, 2027-12-01 08:00 "
        "or every weekday at 9:00"
    ),
}


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in line.split("|")) for line in table.strip().splitlines()]


def following(plan: Plan, count: int) -> str:
    moment, found = NOW.timestamp(), list[str]()
    while len(found) < count:
        occurrence = next_after(plan, moment)
        if occurrence is None:
            return ", ".join([*found, "none"])
        moment = occurrence.at
        found.append(datetime.fromtimestamp(moment, BERLIN).strftime("%d.%m. %H:%M"))
    return ", ".join(found)


@pytest.mark.parametrize(("text", "expected", "rest"), rows(ONCE), ids=[row[0] for row in rows(ONCE)])
def test_a_time_at_the_beginning_is_found(text: str, expected: str, rest: str) -> None:
    if expected == "impossible":
        with pytest.raises(Impossible):
            find_plan_first(text, NOW, BERLIN)
        return
    plan, left = find_plan_first(text, NOW, BERLIN)
    moment = datetime.fromisoformat(expected).replace(tzinfo=BERLIN)
    assert isinstance(plan, Once)
    assert (plan.at, left) == (moment.timestamp(), rest)


@pytest.mark.parametrize(
    ("text", "expected", "cron"), rows(RECURRING), ids=[row[0] for row in rows(RECURRING)]
)
def test_a_recurrence_is_read(text: str, expected: str, cron: str) -> None:
    plan = read_plan(text, NOW, BERLIN)
    assert following(plan, 2) == expected
    if cron:
        assert plan == Cron(expression=cron, zone="Europe/Berlin")


@pytest.mark.parametrize("row", rows(UNCLEAR), ids=[row[0] for row in rows(UNCLEAR)])
def test_what_may_mean_several_things_is_asked_about(row: tuple[str, ...]) -> None:
    text, *choices = row
    with pytest.raises(Unclear) as caught:
        read_plan(text, NOW, BERLIN)
    assert caught.value.choices == tuple(choices)
    plans = [encode_plan(read_plan(choice, NOW, BERLIN)) for choice in choices]
    assert len(set(plans)) == len(choices)


@pytest.mark.parametrize(("text", "sentence"), REFUSED.items())
def test_what_cannot_be_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(Impossible) as caught:
        read_plan(text, NOW, BERLIN)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(("text", "sentence"), UNKNOWN.items())
def test_what_is_no_time_is_told(text: str, sentence: str) -> None:
    with pytest.raises(Unknown) as caught:
        read_plan(text, NOW, BERLIN)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("text", "expected", "rest"),
    [
        ("to rotate backups tomorrow 9am", "2027-01-19 09:00", "to rotate backups"),
        ("to rotate backups in 2 hours", "2027-01-18 15:00", "to rotate backups"),
        ("to call Iris on friday at 17:00.", "2027-01-22 17:00", "to call Iris"),
        ("that the freeze ends, at 17:00", "2027-01-18 17:00", "that the freeze ends"),
        ("to read chapter 3/4 tomorrow", "2027-01-19 09:00", "to read chapter 3/4"),
    ],
)
def test_a_time_at_the_end_is_found(text: str, expected: str, rest: str) -> None:
    at = datetime.fromisoformat(expected).replace(tzinfo=BERLIN).timestamp()
    assert find_plan_last(text, NOW, BERLIN) == (Once(at=at, zone="Europe/Berlin"), rest)


@pytest.mark.parametrize("text", ["read week 12", "2 days before the release", "say hello 3 days after it"])
def test_what_is_counted_from_something_unknown_is_no_time(text: str) -> None:
    for find in (find_plan_first, find_plan_last):
        with pytest.raises(Unknown):
            find(text, NOW, BERLIN)


def test_a_day_is_that_of_whoever_says_it_in_whatever_zone_the_hour_is() -> None:
    eve = datetime(2027, 1, 18, 23, 40, tzinfo=BERLIN)
    plan = read_plan("tomorrow 9am tokyo time", eve, BERLIN)
    assert plan == Once(at=datetime(2027, 1, 19, tzinfo=UTC).timestamp(), zone="Asia/Tokyo")


@pytest.mark.parametrize(
    "text", ["hey, could you do it tomorrow at 9, if possible?", "Tomorrow 9 sharp please, thanks!"]
)
def test_courtesies_around_a_time_change_nothing(text: str) -> None:
    assert read_plan(text, NOW, BERLIN) == read_plan("tomorrow at 9", NOW, BERLIN)


def test_words_before_a_time_are_no_courtesies_in_a_longer_text() -> None:
    assert find_plan_last("say hello tomorrow", NOW, BERLIN)[1] == "say hello"
    with pytest.raises(Unknown):
        find_plan_first("say hello tomorrow", NOW, BERLIN)


def test_a_recurrence_is_found_in_a_longer_text() -> None:
    weekdays = Cron(expression="0 9 * * mon-fri", zone="Europe/Berlin")
    first = find_plan_first("Every weekday at 9:00: What are you on today?", NOW, BERLIN)
    last = find_plan_last("What are you on today? every weekday at 9:00", NOW, BERLIN)
    assert first == last == (weekdays, "What are you on today?")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("rest for 8 hours", Unknown), ("call me at 5", Unclear), ("call me at 25:00", Impossible)],
)
def test_the_end_of_a_text_may_be_no_time_or_several(text: str, refusal: type[NoPlan]) -> None:
    with pytest.raises(refusal):
        find_plan_last(text, NOW, BERLIN)


@pytest.mark.parametrize("text", ["monday or tuesday at 9 call", "at 9 or 10 people", "9am or later"])
def test_what_follows_one_time_or_another_is_not_dropped(text: str) -> None:
    with pytest.raises(Unknown):
        read_plan(text, NOW, BERLIN)


def test_what_means_the_same_either_way_is_not_asked_about() -> None:
    assert read_plan("sometime friday at 16:00", NOW, BERLIN) == read_plan("friday at 16:00", NOW, BERLIN)


def test_a_number_with_a_point_is_no_day() -> None:
    with pytest.raises(Unknown, match="I cannot tell when"):
        find_plan_first("3.2 is released", NOW, BERLIN)


def test_the_repeated_hour_is_meant_the_first_time() -> None:
    plan = read_plan("2027-10-31 02:30", NOW, BERLIN)
    assert plan == Once(at=datetime(2027, 10, 31, 0, 30, tzinfo=UTC).timestamp(), zone="Europe/Berlin")


def test_what_is_over_in_the_repeated_hour_is_told_by_real_time() -> None:
    half_past_two = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    plan = read_plan("in 1 hour", half_past_two, BERLIN)
    assert plan == Once(at=half_past_two.timestamp() + 3_600, zone="Europe/Berlin")


def test_days_are_counted_by_the_calendar_and_hours_by_the_clock() -> None:
    eve = datetime(2027, 3, 27, 12, 0, tzinfo=BERLIN)
    plans = [read_plan(text, eve, BERLIN) for text in ("in 1 day", "in 24 hours")]
    assert [datetime.fromtimestamp(plan.at, BERLIN).hour for plan in plans if isinstance(plan, Once)] == [
        12,
        13,
    ]


TYPED = [row[0] for table in (ONCE, RECURRING, UNCLEAR) for row in rows(table)] + [*REFUSED, *UNKNOWN]
words = st.sampled_from(sorted({word for text in TYPED for word in text.split()}))
typed = st.one_of(st.text(max_size=60), st.lists(words, max_size=9).map(" ".join))
"""Anything, and the words of times in any order."""
moments = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
zones = st.sampled_from(["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo"]).map(ZoneInfo)


@settings(max_examples=120, deadline=None)
@given(typed, moments, zones)
def test_any_text_gives_a_plan_that_comes_or_a_sentence(text: str, now: datetime, zone: ZoneInfo) -> None:
    for find in (find_plan_first, find_plan_last):
        with suppress(NoPlan):
            plan, rest = find(text, now, zone)
            assert rest in text
            assert next_after(plan, now.timestamp()) is not None
    choices: tuple[str, ...] = ()
    try:
        choices = (text,)
        read_plan(text, now, zone)
    except NoPlan as refusal:
        choices = refusal.choices if isinstance(refusal, Unclear) else ()
    for choice in choices:
        plan = read_plan(choice, now, zone)
        assert decode_plan(encode_plan(plan)) == plan


@settings(max_examples=80, deadline=None)
@given(st.sampled_from([row[0] for table in (ONCE, RECURRING) for row in rows(table)]), moments, zones)
def test_a_plan_in_words_is_read_to_the_same_plan(text: str, now: datetime, zone: ZoneInfo) -> None:
    try:
        plan, _ = find_plan_first(text, now, zone)
    except NoPlan:
        return
    again = read_plan(in_words(plan), now - timedelta(days=1), zone)
    assert (in_words(again), following(again, 3)) == (in_words(plan), following(plan, 3))


def test_a_moment_may_be_over_where_that_is_asked_for() -> None:
    over = read_moment("2020-01-01 08:00", NOW, BERLIN)
    assert (over, over.tzinfo) == (datetime(2020, 1, 1, 8, tzinfo=BERLIN), BERLIN)
    assert read_moment("yesterday 17:00", NOW, BERLIN) == datetime(2027, 1, 17, 17, tzinfo=BERLIN)
    with pytest.raises(Unclear):
        read_moment("at 5", NOW, BERLIN)
    assert read_moment("2 days ago", NOW, BERLIN) == datetime(2027, 1, 16, 13, tzinfo=BERLIN)
    for text in ("every day", "yesterday at 9:00 and 17:00"):
        with pytest.raises(Unknown):
            read_moment(text, NOW, BERLIN)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("every tuesday to sunday at 9", "every tuesday to sunday at 09:00 (Europe/Berlin)"),
        ("every morning at 7 except weekends", "every weekday at 07:00 (Europe/Berlin)"),
        ("every day except monday at 10", "every tuesday to sunday at 10:00 (Europe/Berlin)"),
        ("tomorrow at 9, 12 and 15", "on tuesday 19 january 2027 at 09:00, 12:00 and 15:00 (Europe/Berlin)"),
        ("every weekday at 9 for 2 weeks", "every weekday at 09:00 until 1 february 2027 (Europe/Berlin)"),
        ("every hour 3 times", "every hour until 18 january 2027 at 16:00 (Europe/Berlin)"),
        ("17:00 UTC+2", "on monday 18 january 2027 at 17:00 (UTC+2)"),
        ("at 5pm EST", "on monday 18 january 2027 at 17:00 (America/New_York)"),
    ],
)
def test_a_plan_is_said_in_short_words(text: str, words: str) -> None:
    assert in_words(read_plan(text, NOW, BERLIN)) == words


def test_several_times_are_found_and_said_back() -> None:
    plan, rest = find_plan_first("tomorrow at 9 and friday at 10: the report", NOW, BERLIN)
    tuesday, friday = (
        datetime(2027, 1, day, hour, tzinfo=BERLIN).timestamp() for day, hour in ((19, 9), (22, 10))
    )
    assert plan == Several(
        plans=(Once(at=tuesday, zone="Europe/Berlin"), Once(at=friday, zone="Europe/Berlin"))
    )
    assert rest == "the report"
    assert in_words(plan) == (
        "on tuesday 19 january 2027 at 09:00 and on friday 22 january 2027 at 10:00 (Europe/Berlin)"
    )


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("9am london calling", "london calling"),
        ("tomorrow 9am, 5 people come", "5 people come"),
        ("tomorrow, friday is off", "friday is off"),
        ("friday 9 to 5 shift", "9 to 5 shift"),
        ("tomorrow 2h of focus", "2h of focus"),
        ("tomorrow 9am pacific islands", "pacific islands"),
        ("friday or cake", "or cake"),
        ("friday weekly report", "weekly report"),
        ("tomorrow weekly report", "weekly report"),
        ("tomorrow exactly 5 things", "exactly 5 things"),
        ("every 15 minutes today is the day", "today is the day"),
        ("every month end of the story", "end of the story"),
        ("every day until first review", "until first review"),
        ("friday 10 to 12 stand", "10 to 12 stand"),
        ("tomorrow at 9am please call", "please call"),
    ],
)
def test_words_of_the_text_are_not_taken_for_a_time(text: str, rest: str) -> None:
    assert find_plan_first(text, NOW, BERLIN)[1] == rest
